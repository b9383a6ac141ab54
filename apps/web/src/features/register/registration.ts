import { checkNewPassword } from '#domain/password/password-rules';
import { t, translated } from '#language/t';
import { type ApiError, reasonOf } from '../../lib/api-result.ts';
import type { NewAccount } from './api/register.ts';

/** What the user has entered so far; kept after every error. */
export interface Draft {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  readonly confirmation: string;
  readonly hasAccepted: boolean;
}

export type InvalidField = 'name' | 'email' | 'phone' | 'password' | 'confirmation' | 'terms';

/** Why the account was not created. `field` is null when the error is about the whole form. */
export interface FormError {
  readonly field: InvalidField | null;
  readonly message: string;
}

export type Attempt =
  | { readonly at: 'idle' }
  | { readonly at: 'busy' }
  | { readonly at: 'failed'; readonly error: FormError };

export interface RegistrationState {
  readonly draft: Draft;
  readonly attempt: Attempt;
}

export type RegistrationEvent =
  | { readonly type: 'edited'; readonly changes: Partial<Draft> }
  | { readonly type: 'sent' }
  | { readonly type: 'failed'; readonly error: FormError };

export const emptyRegistration: RegistrationState = {
  draft: { name: '', email: '', phone: '', password: '', confirmation: '', hasAccepted: false },
  attempt: { at: 'idle' },
};

/** @returns the form with what is known of the user already */
export function startRegistration(
  start: Pick<Draft, 'name' | 'email' | 'phone'>,
): RegistrationState {
  return { ...emptyRegistration, draft: { ...emptyRegistration.draft, ...start } };
}

/** Reducer of the registration form. */
export function reduceRegistration(
  state: RegistrationState,
  event: RegistrationEvent,
): RegistrationState {
  switch (event.type) {
    case 'edited':
      return {
        draft: { ...state.draft, ...event.changes },
        attempt: isResolved(state.attempt, event.changes) ? { at: 'idle' } : state.attempt,
      };
    case 'sent':
      return { ...state, attempt: { at: 'busy' } };
    case 'failed':
      return { ...state, attempt: { at: 'failed', error: event.error } };
  }
}

/** An edit clears the error of its field. */
function isResolved(attempt: Attempt, changes: Partial<Draft>): boolean {
  if (attempt.at !== 'failed' || attempt.error.field === null) return false;
  return EDITS_BY_FIELD[attempt.error.field].some((entry) => entry in changes);
}

const EDITS_BY_FIELD: Readonly<Record<InvalidField, readonly (keyof Draft)[]>> = {
  name: ['name'],
  email: ['email'],
  phone: ['phone'],
  password: ['password', 'name'],
  confirmation: ['password', 'confirmation'],
  terms: ['hasAccepted'],
};

/** @returns the first validation error in the order of §5 Register submit; null when valid */
export function checkDraft({ name, password, confirmation, hasAccepted }: Draft): FormError | null {
  const broken = checkNewPassword(password, name);
  if (broken !== null) return { field: 'password', message: translated(broken) };
  if (password !== confirmation) {
    return { field: 'confirmation', message: t('Passwords do not match') };
  }
  if (!hasAccepted) return { field: 'terms', message: t('Please accept the terms and conditions') };
  return null;
}

/** @returns the account to send to the server */
export function accountOf({ name, email, phone, password }: Draft): NewAccount {
  return { name: name.trim(), email: email.trim(), phone, password };
}

/** @returns the server's message with the field it is about, or the fallback (§8) */
export function formErrorOf(error: ApiError): FormError {
  return {
    field: FIELD_BY_CODE[error.code] ?? null,
    message: reasonOf(error) ?? t('Registration failed. Please try again.'),
  };
}

const FIELD_BY_CODE: Readonly<Partial<Record<ApiError['code'], InvalidField>>> = {
  'name-not-valid': 'name',
  'email-not-valid': 'email',
  'phone-not-valid': 'phone',
  'password-not-allowed': 'password',
};
