import { t } from '#language/t';
import type { UserSession } from '#wire/auth/user-sessions';
import { type ApiError, ApiFailure } from '../../lib/api-result.ts';

export const ALL_TERMINATED = t('All other sessions have been terminated successfully!');

/** @returns city and country where known, as in `Lyon, France`. */
export function placeText({ city, country }: UserSession['location']): string {
  return [city, country].filter(Boolean).join(', ') || t('Unknown location');
}

/** @returns which kind of session it is: one that only its device can use, or one that its tokens alone open */
export function bindingText(isDeviceBound: boolean): string {
  return isDeviceBound ? t('Tied to its device') : t('Not tied to a device');
}

/** @returns the error to show when the list could not be refreshed (§8 Sessions). */
export function refreshFailureText(error: Error): string {
  return error instanceof ApiFailure && isRefusal(error.error)
    ? t('Failed to refresh sessions. Please try again.')
    : t('An error occurred while refreshing sessions.');
}

/** @returns the error to show when the other sessions could not be terminated (§8 Sessions). */
export function terminateAllFailureText(error: ApiError): string {
  return isRefusal(error)
    ? t('Failed to terminate other sessions. Please try again.')
    : t('An error occurred while terminating sessions.');
}

/** @returns the server's message, or the fallback (§8 Call rejections). */
export function terminateFailureText(error: ApiError): string {
  return isRefusal(error) ? error.message : t('Failed to terminate session');
}

/** True when the server responded with an error; false when there was no response or an unreadable one. */
function isRefusal({ code, status }: ApiError): boolean {
  return status !== null && code !== 'unexpected';
}
