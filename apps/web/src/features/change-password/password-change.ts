import { checkNewPassword } from '#domain/password/password-rules';
import { t, translated } from '#language/t';
import { type ApiError, reasonOf } from '../../lib/api-result.ts';

/** What the user has entered so far; kept after every error. */
export interface Draft {
  readonly current: string;
  readonly next: string;
  readonly confirmation: string;
}

/** Why the password was not changed. `field` is null when the error is about the whole form. */
export interface FormError {
  readonly field: keyof Draft | null;
  readonly message: string;
}

export type Attempt =
  | { readonly at: 'idle' }
  | { readonly at: 'busy' }
  | { readonly at: 'failed'; readonly error: FormError }
  | { readonly at: 'done' };

export interface ChangeState {
  readonly draft: Draft;
  readonly attempt: Attempt;
}

export type ChangeEvent =
  | { readonly type: 'edited'; readonly changes: Partial<Draft> }
  | { readonly type: 'sent' }
  | { readonly type: 'failed'; readonly error: FormError }
  | { readonly type: 'done' }
  | { readonly type: 'started-again' };

export const emptyChange: ChangeState = {
  draft: { current: '', next: '', confirmation: '' },
  attempt: { at: 'idle' },
};

/** Reducer of the change-password form (§4 Password change). */
export function reduceChange(state: ChangeState, event: ChangeEvent): ChangeState {
  switch (event.type) {
    case 'edited':
      return {
        draft: { ...state.draft, ...event.changes },
        attempt: isAboutField(state.attempt) ? { at: 'idle' } : state.attempt,
      };
    case 'sent':
      return { ...state, attempt: { at: 'busy' } };
    case 'failed':
      return { ...state, attempt: { at: 'failed', error: event.error } };
    case 'done':
      return { ...emptyChange, attempt: { at: 'done' } };
    case 'started-again':
      return emptyChange;
  }
}

function isAboutField(attempt: Attempt): boolean {
  return attempt.at === 'failed' && attempt.error.field !== null;
}

/** @returns true if the new password meets the rules and both entries match (§5 Change password) */
export function canSubmit({ next, confirmation }: Draft): boolean {
  return checkNewPassword(next) === null && next === confirmation;
}

/** @returns the first validation error in the order of §5 Change password; null when valid */
export function checkChange({ current, next, confirmation }: Draft): FormError | null {
  const broken = checkNewPassword(next);
  if (broken !== null) return { field: 'next', message: translated(broken) };
  if (next !== confirmation) {
    return { field: 'confirmation', message: t('New passwords do not match') };
  }
  if (next === current) {
    return { field: 'next', message: t('New password must be different from current password') };
  }
  return null;
}

/** @returns the server's message with the field it is about, or the fallback (§8) */
export function formErrorOf(error: ApiError): FormError {
  return {
    field: FIELD_BY_CODE[error.code] ?? null,
    message: reasonOf(error) ?? t('Failed to update password. Please try again.'),
  };
}

const FIELD_BY_CODE: Readonly<Partial<Record<ApiError['code'], keyof Draft>>> = {
  'password-wrong': 'current',
  'password-not-allowed': 'next',
  'password-unchanged': 'next',
};
