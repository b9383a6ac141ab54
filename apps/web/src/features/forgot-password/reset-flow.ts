import { checkNewPassword } from '#domain/password/password-rules';
import { t, translated } from '#language/t';
import type { PhoneCode } from '#wire/auth/codes-sent';
import { type ApiError, reasonOf } from '../../lib/api-result.ts';
import { textIn } from '../../lib/return-path.ts';
import { type CodePairValue, findUnfinishedCodes } from '../../ui/code-pair.tsx';
import {
  type CodesError,
  codeLengthOf,
  type ResendState,
  startOfText,
  type TextState,
} from '../../ui/two-codes-form.tsx';
import type { AccountName } from './api/send-reset-password-otps.ts';

/** The three views of §2 Forgot password, as stored in the browser history. */
export type View = 'request' | 'codes' | 'password';

/** What the user has entered so far; kept across views and after every error. */
export interface Draft {
  readonly method: 'email' | 'phone';
  readonly email: string;
  readonly phone: string;
  readonly codes: CodePairValue;
  readonly password: string;
  readonly confirmation: string;
}

/** Why no codes were sent. */
export interface RequestError {
  readonly message: string;
  /** Codes sent earlier may still be valid, so the user may continue and enter them. */
  readonly mayHaveCodes: boolean;
}

/** Why the new password was not set. `field` is null when the error is about the whole form. */
export interface PasswordError {
  readonly field: 'password' | 'confirmation' | null;
  readonly message: string;
  readonly hint: string | null;
}

export interface ResetState {
  readonly draft: Draft;
  /** The request in progress. */
  readonly busy: 'request' | 'reset' | null;
  /** The account the codes were sent to; null until then. */
  readonly sentTo: AccountName | null;
  readonly requestError: RequestError | null;
  readonly codesError: CodesError | null;
  readonly passwordError: PasswordError | null;
  readonly resend: ResendState;
  /** What becomes of the text message. */
  readonly text: TextState;
  /** Wrong pairs since the codes were sent. */
  readonly wrongPairs: number;
  readonly isDone: boolean;
}

export type ResetEvent =
  | { readonly type: 'edited'; readonly changes: Partial<Draft> }
  | { readonly type: 'codes-edited'; readonly changes: Partial<CodePairValue> }
  | { readonly type: 'request-sent' }
  | { readonly type: 'request-failed'; readonly error: RequestError }
  | { readonly type: 'codes-awaited'; readonly from: AccountName; readonly phoneCode?: PhoneCode }
  | { readonly type: 'codes-refused'; readonly error: CodesError }
  | { readonly type: 'resend'; readonly resend: ResendState }
  | { readonly type: 'resent'; readonly phoneCode: PhoneCode }
  | { readonly type: 'text'; readonly text: TextState }
  | { readonly type: 'reset-sent' }
  | { readonly type: 'reset-failed'; readonly error: PasswordError }
  | { readonly type: 'done' };

const noCodes: CodePairValue = { emailCode: '', phoneCode: '' };

export const emptyReset: ResetState = {
  draft: { method: 'email', email: '', phone: '', codes: noCodes, password: '', confirmation: '' },
  busy: null,
  sentTo: null,
  requestError: null,
  codesError: null,
  passwordError: null,
  resend: { at: 'idle' },
  text: { at: 'sent-with-email' },
  wrongPairs: 0,
  isDone: false,
};

/** @returns the reset with what its entry of the history has of the account's name */
export function startReset(state: unknown): ResetState {
  const email = textIn(state, 'email') ?? '';
  const phone = textIn(state, 'phone') ?? '';
  const method = phone ? 'phone' : 'email';
  return { ...emptyReset, draft: { ...emptyReset.draft, method, email, phone } };
}

/** Reducer of the password reset (§4 Reset flow). */
export function reduceReset(state: ResetState, event: ResetEvent): ResetState {
  switch (event.type) {
    case 'edited':
      return afterEdit(state, event.changes);
    case 'codes-edited':
      return {
        ...withCodes(state, { ...state.draft.codes, ...event.changes }),
        codesError: state.codesError?.at === 'fields' ? null : state.codesError,
      };
    case 'request-sent':
      return { ...state, busy: 'request', requestError: null };
    case 'request-failed':
      return { ...state, busy: null, requestError: event.error };
    case 'codes-awaited':
      return awaitCodes(state, event);
    case 'codes-refused':
      return afterRefusal(state, event.error);
    case 'resend':
      return { ...state, resend: event.resend };
    case 'resent':
      return afterResend(state, event.phoneCode);
    case 'text':
      return { ...state, text: event.text };
    case 'reset-sent':
      return { ...state, busy: 'reset', passwordError: null, codesError: null };
    case 'reset-failed':
      return { ...state, busy: null, passwordError: event.error };
    case 'done':
      return { ...emptyReset, isDone: true };
  }
}

function afterEdit(state: ResetState, changes: Partial<Draft>): ResetState {
  const isOtherMethod = changes.method !== undefined && changes.method !== state.draft.method;
  return {
    ...state,
    draft: { ...state.draft, ...changes },
    requestError: isOtherMethod ? null : state.requestError,
    passwordError: state.passwordError?.field ? null : state.passwordError,
  };
}

function withCodes(state: ResetState, codes: CodePairValue): ResetState {
  return { ...state, draft: { ...state.draft, codes } };
}

function afterRefusal(state: ResetState, codesError: CodesError): ResetState {
  const isWrong = codesError.at === 'form' && codesError.areCodesWrong === true;
  return { ...state, busy: null, codesError, wrongPairs: state.wrongPairs + (isWrong ? 1 : 0) };
}

/** Earlier codes no longer work once new ones are sent; when none can be, they still do. */
function afterResend(state: ResetState, phoneCode: PhoneCode): ResetState {
  if (phoneCode === 'unavailable') {
    return { ...state, resend: { at: 'failed', message: TEXTS_UNAVAILABLE } };
  }
  return {
    ...withCodes(state, noCodes),
    codesError: null,
    resend: { at: 'sent' },
    text: startOfText(phoneCode === 'after-email-code'),
    wrongPairs: 0,
  };
}

/** Keeps the entered codes if they are for the same account. */
function awaitCodes(
  state: ResetState,
  { from, phoneCode }: Extract<ResetEvent, { type: 'codes-awaited' }>,
): ResetState {
  const isSame = state.sentTo !== null && isSameAccount(state.sentTo, from);
  return {
    ...withCodes(state, isSame ? state.draft.codes : noCodes),
    busy: null,
    sentTo: from,
    requestError: null,
    codesError: null,
    resend: { at: 'idle' },
    ...(phoneCode !== undefined && {
      text: startOfText(phoneCode === 'after-email-code'),
      wrongPairs: 0,
    }),
  };
}

/** @returns the account name to send to the server */
export function accountNameOf({ method, email, phone }: Draft): AccountName {
  return method === 'email' ? { email: email.trim() } : { phone };
}

/** @returns the email address or phone number as text */
export function accountNameText(name: AccountName): string {
  return 'email' in name ? name.email : name.phone;
}

export function isSameAccount(one: AccountName, other: AccountName): boolean {
  return accountNameText(one) === accountNameText(other);
}

/** @returns the view to show when the history asks for `wanted`: never one whose earlier steps are incomplete */
export function viewFor(wanted: View, { sentTo, draft, text }: ResetState): View {
  if (wanted === 'request' || sentTo === null) return 'request';
  return findUnfinishedCodes(draft.codes, codeLengthOf(text)) ? 'codes' : wanted;
}

/** @returns the first validation error in the order of §5 Reset submit; null when valid */
export function checkPasswords({ password, confirmation }: Draft): PasswordError | null {
  const broken = checkNewPassword(password);
  if (broken !== null) return { field: 'password', message: translated(broken), hint: null };
  if (password !== confirmation) {
    return { field: 'confirmation', message: t('Passwords do not match'), hint: null };
  }
  return null;
}

/** @returns the error to show when no codes could be sent (§8 Auth) */
export function requestErrorOf(error: ApiError): RequestError {
  return {
    message: reasonOf(error) ?? t('An error occurred. Please try again.'),
    mayHaveCodes: error.code === 'too-many-requests',
  };
}

/** What the user reads when the day's text messages are used up. */
export const TEXTS_UNAVAILABLE = t(
  'We can’t send texts right now. Try again in a few hours, or sign in with your password.',
);

/** @returns the error to show when codes could not be resent (§8 Auth) */
export function resendFailureOf(error: ApiError): string {
  return error.status === null
    ? t('An error occurred while resending OTP. Please try again.')
    : (reasonOf(error) ?? t('Failed to resend OTP. Please try again.'));
}

/** @returns the error to show when the new password was not set (§5 Reset submit, §8 Auth) */
export function passwordErrorOf(error: ApiError): PasswordError {
  if (error.status === null) {
    return {
      field: null,
      message: t('Password reset failed. Please try again.'),
      hint: t('We got no response. Your new password may already work, so try signing in with it.'),
    };
  }
  return {
    field: error.code === 'password-not-allowed' ? 'password' : null,
    message: reasonOf(error) ?? RESET_FAILED,
    hint: null,
  };
}

/** @returns the error to show in the codes view when the reset rejected the codes */
export function codesErrorOf(error: ApiError): CodesError {
  return {
    at: 'form',
    message: reasonOf(error) ?? RESET_FAILED,
    hint: t(
      'One of the codes is incorrect. You have five attempts, and codes expire after 10 minutes.',
    ),
    areCodesWrong: true,
  };
}

const RESET_FAILED = t('Failed to reset password. Please check your credentials.');
