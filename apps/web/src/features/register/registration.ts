import { checkNewPassword } from '#domain/password/password-rules';
import { type ApiError, reasonOf } from '../../lib/api-result.ts';
import type { NewAccount } from './api/register.ts';

/** What a user has entered so far; kept through every failure. */
export interface Draft {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  readonly confirmation: string;
  readonly hasAccepted: boolean;
}

export type InvalidField = 'name' | 'email' | 'phone' | 'password' | 'confirmation' | 'terms';

/** Why an account was not created; where no field is to blame, the form says it. */
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

/** What a registration form does with what happens to it. */
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

/** The error of a field is over as soon as that field is edited. */
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

/** @returns the first thing that prevents sending it, in the order of §5 Register submit; null for nothing */
export function checkDraft({ name, password, confirmation, hasAccepted }: Draft): FormError | null {
  const broken = checkNewPassword(password, name);
  if (broken !== null) return { field: 'password', message: broken };
  if (password !== confirmation) {
    return { field: 'confirmation', message: 'Passwords do not match' };
  }
  if (!hasAccepted) return { field: 'terms', message: 'Please accept the terms and conditions' };
  return null;
}

/** @returns the draft as it goes to the server */
export function accountOf({ name, email, phone, password }: Draft): NewAccount {
  return { name: name.trim(), email: email.trim(), phone, password };
}

/** @returns the server's sentence beside the field that it speaks about, or the fallback (§8) */
export function formErrorOf(error: ApiError): FormError {
  return {
    field: FIELD_BY_CODE[error.code] ?? null,
    message: reasonOf(error) ?? 'Registration failed. Please try again.',
  };
}

const FIELD_BY_CODE: Readonly<Partial<Record<ApiError['code'], InvalidField>>> = {
  'name-not-valid': 'name',
  'email-not-valid': 'email',
  'phone-not-valid': 'phone',
  'password-not-allowed': 'password',
};
