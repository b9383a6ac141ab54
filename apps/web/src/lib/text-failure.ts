import { t } from '#language/t';
import { type ApiError, reasonOf } from './api-result.ts';

/** @returns the error to show when the code of the email did not lead to a text message */
export function textFailureOf(error: ApiError): string {
  if (error.code === 'codes-not-right') return t('This code is incorrect. Check the newest email.');
  return reasonOf(error) ?? t('An error occurred. Please try again.');
}
