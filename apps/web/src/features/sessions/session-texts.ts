import type { UserSession } from '#wire/auth/user-sessions';
import { type ApiError, ApiFailure } from '../../lib/api-result.ts';

export const ALL_TERMINATED = 'All other sessions have been terminated successfully!';

/** @returns city and country as far as they are known, as in `Lyon, France`. */
export function placeText({ city, country }: UserSession['location']): string {
  return [city, country].filter(Boolean).join(', ') || 'Unknown location';
}

/** @returns why the list could not be read again (§8 Sessions). */
export function refreshFailureText(error: Error): string {
  return error instanceof ApiFailure && isRefusal(error.error)
    ? 'Failed to refresh sessions. Please try again.'
    : 'An error occurred while refreshing sessions.';
}

/** @returns why the other sessions are still there (§8 Sessions). */
export function terminateAllFailureText(error: ApiError): string {
  return isRefusal(error)
    ? 'Failed to terminate other sessions. Please try again.'
    : 'An error occurred while terminating sessions.';
}

/** @returns the server's sentence, or the one that replaces it (§8 Call rejections). */
export function terminateFailureText(error: ApiError): string {
  return isRefusal(error) ? error.message : 'Failed to terminate session';
}

/** The server responded and refused; otherwise no response came, or none that can be read. */
function isRefusal({ code, status }: ApiError): boolean {
  return status !== null && code !== 'unexpected';
}
