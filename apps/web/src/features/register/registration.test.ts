import { expect, test } from 'vitest';
import {
  accountOf,
  checkDraft,
  type Draft,
  emptyRegistration,
  formErrorOf,
  reduceRegistration,
} from './registration.ts';

const draft: Draft = {
  name: ' Dana Weiss ',
  email: ' dana@kax.test ',
  phone: '+14155550188',
  password: ' Quiet!Harbor9 ',
  confirmation: ' Quiet!Harbor9 ',
  hasAccepted: true,
};

test('name and email are trimmed, the password is sent unchanged', () => {
  expect(accountOf(draft)).toEqual({
    name: 'Dana Weiss',
    email: 'dana@kax.test',
    phone: '+14155550188',
    password: ' Quiet!Harbor9 ',
  });
});

test.each<[Partial<Draft>, ReturnType<typeof checkDraft>]>([
  [{}, null],
  [
    { password: 'quiet', confirmation: '', hasAccepted: false },
    { field: 'password', message: 'Password must be at least 8 characters long' },
  ],
  [
    { confirmation: 'Quiet!Harbor9', hasAccepted: false },
    { field: 'confirmation', message: 'Passwords do not match' },
  ],
  [{ hasAccepted: false }, { field: 'terms', message: 'Please accept the terms and conditions' }],
])('%o: %o (§5 Register submit)', (changes, error) => {
  expect(checkDraft({ ...draft, ...changes })).toEqual(error);
});

test('an edit clears the error of its field; a form error stays until the next attempt', () => {
  const busy = reduceRegistration({ ...emptyRegistration, draft }, { type: 'sent' });
  const atPhone = reduceRegistration(busy, {
    type: 'failed',
    error: { field: 'phone', message: 'No phone.' },
  });
  const atForm = reduceRegistration(busy, {
    type: 'failed',
    error: { field: null, message: 'Registration failed. Please try again.' },
  });
  const edit = { type: 'edited', changes: { email: 'other@kax.test' } } as const;

  expect(reduceRegistration(atPhone, edit).attempt.at).toBe('failed');
  expect(reduceRegistration(atPhone, { type: 'edited', changes: { phone: '+1' } }).attempt.at).toBe(
    'idle',
  );
  expect(reduceRegistration(atForm, edit).attempt.at).toBe('failed');
});

test('a server error is shown at the field it is about, or at the form (§8)', () => {
  expect(formErrorOf({ code: 'name-not-valid', message: 'No name.', status: 400 })).toEqual({
    field: 'name',
    message: 'No name.',
  });
  expect(formErrorOf({ code: 'network', message: 'Network Error', status: null })).toEqual({
    field: null,
    message: 'Registration failed. Please try again.',
  });
});
