import { expect, test } from 'vitest';
import type { ApiError } from '../../lib/api-result.ts';
import {
  emptyReset,
  passwordErrorOf,
  type ResetEvent,
  type ResetState,
  reduceReset,
  requestErrorOf,
  viewFor,
} from './reset-flow.ts';

const alice = { email: 'alice@kax.test' };
const bothCodes = { emailCode: '481206', phoneCode: '730001' };

function after(...events: readonly ResetEvent[]): ResetState {
  return events.reduce(reduceReset, emptyReset);
}

const refusal = (values: Partial<ApiError>): ApiError => ({
  code: 'busy',
  message: 'Wait.',
  status: 503,
  ...values,
});

test('a view is shown only when the steps before it are complete, whatever the history says (§4 Reset flow)', () => {
  const waiting = after({ type: 'codes-awaited', from: alice });
  const entered = reduceReset(waiting, { type: 'codes-edited', changes: bothCodes });

  expect(viewFor('password', emptyReset)).toBe('request');
  expect(viewFor('codes', emptyReset)).toBe('request');
  expect(viewFor('password', waiting)).toBe('codes');
  expect(viewFor('password', entered)).toBe('password');
  expect(viewFor('codes', entered)).toBe('codes');
  expect(viewFor('request', entered)).toBe('request');
});

test('codes are kept for the same account and cleared for another one', () => {
  const entered = after(
    { type: 'codes-awaited', from: alice },
    { type: 'codes-edited', changes: bothCodes },
  );

  const again = reduceReset(entered, { type: 'codes-awaited', from: alice });
  const other = reduceReset(entered, { type: 'codes-awaited', from: { email: 'bob@kax.test' } });

  expect(again.draft.codes).toEqual(bothCodes);
  expect(other.draft.codes).toEqual({ emailCode: '', phoneCode: '' });
});

test('new codes clear the old ones; a failed resend keeps them', () => {
  const entered = after({ type: 'codes-edited', changes: bothCodes });

  const failed = reduceReset(entered, {
    type: 'resend',
    resend: { at: 'failed', message: 'Failed to resend OTP. Please try again.' },
  });
  const sent = reduceReset(entered, { type: 'resent', phoneCode: 'sent' });

  expect(failed.draft.codes).toEqual(bothCodes);
  expect(sent.draft.codes).toEqual({ emailCode: '', phoneCode: '' });
});

test('all input is cleared once the reset is done', () => {
  const done = after(
    { type: 'edited', changes: { password: 'Quiet!Harbor9', confirmation: 'Quiet!Harbor9' } },
    { type: 'reset-sent' },
    { type: 'done' },
  );

  expect(done).toEqual({ ...emptyReset, isDone: true });
});

test('only the rate limit reveals that codes may have been sent', () => {
  expect(requestErrorOf(refusal({ code: 'too-many-requests', status: 429 })).mayHaveCodes).toBe(
    true,
  );
  expect(requestErrorOf(refusal({ code: 'busy' }))).toEqual({
    message: 'Wait.',
    mayHaveCodes: false,
  });
});

test('a lost response says that the new password may already be set (§5 Reset submit)', () => {
  expect(passwordErrorOf({ code: 'network', message: 'Network Error', status: null })).toEqual({
    field: null,
    message: 'Password reset failed. Please try again.',
    hint: 'We got no response. Your new password may already work, so try signing in with it.',
  });
});
