import { t } from '#language/t';
import type { PhoneCode } from '#wire/auth/codes-sent';
import { type ApiError, reasonOf } from '../../lib/api-result.ts';
import type { CodePairValue } from '../../ui/code-pair.tsx';
import {
  type CodesError,
  type ResendState,
  startOfText,
  type TextState,
} from '../../ui/two-codes-form.tsx';

export interface VerificationState {
  readonly codes: CodePairValue;
  readonly isBusy: boolean;
  readonly error: CodesError | null;
  readonly resend: ResendState;
  readonly phoneCode: PhoneCode;
  readonly text: TextState;
  /** Wrong pairs since the codes were sent, as far as this page knows. */
  readonly wrongPairs: number;
}

export type VerificationEvent =
  | { readonly type: 'edited'; readonly changes: Partial<CodePairValue> }
  | { readonly type: 'sent' }
  | { readonly type: 'failed'; readonly error: CodesError }
  | { readonly type: 'resend'; readonly resend: ResendState }
  | { readonly type: 'resent'; readonly phoneCode: PhoneCode }
  | { readonly type: 'text'; readonly text: TextState };

const noCodes: CodePairValue = { emailCode: '', phoneCode: '' };

/** @param phoneCode when the text message goes out, as the server said */
export function startVerification(phoneCode: PhoneCode): VerificationState {
  return {
    codes: noCodes,
    isBusy: false,
    error: null,
    resend: { at: 'idle' },
    phoneCode,
    text: startOfText(phoneCode === 'after-email-code'),
    wrongPairs: 0,
  };
}

/** Reducer of the registration-code form. */
export function reduceVerification(
  state: VerificationState,
  event: VerificationEvent,
): VerificationState {
  switch (event.type) {
    case 'edited':
      return {
        ...state,
        codes: { ...state.codes, ...event.changes },
        error: state.error?.at === 'fields' ? null : state.error,
      };
    case 'sent':
      return { ...state, isBusy: true, error: null, resend: { at: 'idle' } };
    case 'failed':
      return afterFailure(state, event.error);
    case 'resend':
      return { ...state, resend: event.resend };
    case 'resent':
      return afterResend(state, event.phoneCode);
    case 'text':
      return { ...state, text: event.text };
  }
}

function afterFailure(state: VerificationState, error: CodesError): VerificationState {
  const isWrong = error.at === 'form' && error.areCodesWrong === true;
  const wrongPairs = state.wrongPairs + (isWrong ? 1 : 0);
  return { ...state, isBusy: false, error, wrongPairs };
}

/** Earlier codes no longer work once new ones are sent; when none can be, they still do. */
function afterResend(state: VerificationState, phoneCode: PhoneCode): VerificationState {
  if (phoneCode === 'unavailable') {
    return { ...state, resend: { at: 'failed', message: TEXTS_UNAVAILABLE } };
  }
  return { ...startVerification(phoneCode), resend: { at: 'sent' } };
}

/** @returns the error to show when the codes were rejected (§8 Auth) */
export function verifyErrorOf(error: ApiError): CodesError {
  if (error.code === 'network' || error.code === 'aborted') {
    return { at: 'form', message: t('An error occurred. Please try again.'), hint: null };
  }
  return {
    at: 'form',
    message: t('Verification failed. Please try again.'),
    ...(error.code === 'codes-not-right'
      ? { hint: CODES_HINT, areCodesWrong: true }
      : { hint: reasonOf(error) }),
  };
}

/** @returns the error to show when codes could not be resent (§8 Auth) */
export function resendFailureOf(error: ApiError): string {
  return error.code === 'network' || error.code === 'aborted'
    ? t('An error occurred while resending OTP. Please try again.')
    : (reasonOf(error) ?? t('Failed to resend OTP. Please try again.'));
}

/** What the user reads when the day's text messages are used up. */
export const TEXTS_UNAVAILABLE = t('We can’t send texts right now. Try again in a few hours.');

const CODES_HINT = t(
  'One of the codes is incorrect. You have five attempts, and codes expire after 10 minutes.',
);
