import { type ApiError, reasonOf } from '../../lib/api-result.ts';
import type { CodePairValue } from '../../ui/code-pair.tsx';
import type { CodesError, ResendState } from '../../ui/two-codes-form.tsx';

export interface VerificationState {
  readonly codes: CodePairValue;
  readonly isBusy: boolean;
  readonly error: CodesError | null;
  readonly resend: ResendState;
}

export type VerificationEvent =
  | { readonly type: 'edited'; readonly changes: Partial<CodePairValue> }
  | { readonly type: 'sent' }
  | { readonly type: 'failed'; readonly error: CodesError }
  | { readonly type: 'resend'; readonly resend: ResendState };

const noCodes: CodePairValue = { emailCode: '', phoneCode: '' };

export const emptyVerification: VerificationState = {
  codes: noCodes,
  isBusy: false,
  error: null,
  resend: { at: 'idle' },
};

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
      return { ...state, isBusy: false, error: event.error };
    case 'resend':
      // Earlier codes no longer work once new ones are sent.
      return event.resend.at === 'sent'
        ? { ...state, codes: noCodes, error: null, resend: event.resend }
        : { ...state, resend: event.resend };
  }
}

/** @returns the error to show when the codes were rejected (§8 Auth) */
export function verifyErrorOf(error: ApiError): CodesError {
  if (error.code === 'network' || error.code === 'aborted') {
    return { at: 'form', message: 'An error occurred. Please try again.', hint: null };
  }
  return {
    at: 'form',
    message: 'Verification failed. Please try again.',
    hint: error.code === 'codes-not-right' ? CODES_HINT : reasonOf(error),
  };
}

/** @returns the error to show when codes could not be resent (§8 Auth) */
export function resendFailureOf(error: ApiError): string {
  return error.code === 'network' || error.code === 'aborted'
    ? 'An error occurred while resending OTP. Please try again.'
    : (reasonOf(error) ?? 'Failed to resend OTP. Please try again.');
}

const CODES_HINT =
  'One of the codes is incorrect. You have five attempts, and codes expire after 10 minutes.';
