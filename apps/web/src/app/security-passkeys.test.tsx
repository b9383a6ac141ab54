import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FakeResponse } from '#testing/fake-api';
import {
  type FakeAuthenticator,
  installFakeAuthenticator,
  NEW_ID,
  SECRET,
} from '../lib/fake-passkeys.test-setup.ts';
import { signInBeforeEachPage } from './protected-page.test-setup.tsx';
import {
  buildPasskey,
  button,
  confirmation,
  dialog,
  openDialog,
  refused,
  sentTo,
  start,
  typePassword,
  type User,
  wrongPassword,
} from './security.test-setup.tsx';

signInBeforeEachPage();
let authenticator: FakeAuthenticator;
beforeEach(() => {
  authenticator = installFakeAuthenticator();
});

const ADD = 'POST /api/auth/passkeys';
const CHALLENGE = 'POST /api/auth/passkeys/challenge';
const challenge: FakeResponse = {
  body: {
    challenge: 'AQL6',
    rpId: 'localhost',
    userHandle: 'AAEC',
    userName: 'alice@kax.test',
    displayName: 'Alice Moreau',
    excludedIds: [],
    prfSalt: 'CCCC',
  },
};
const added = (values: object = {}, recoveryCodes: readonly string[] | null = null) => ({
  body: { passkey: buildPasskey({ id: NEW_ID, name: 'Mac', ...values }), recoveryCodes },
});

async function add(user: User, name = 'Add passkey') {
  await openDialog(user, 'Add passkey', 'Add a passkey');
  const field = dialog().getByLabelText('Name');
  await user.clear(field);
  await user.type(field, ' Mac ');
  await typePassword(user);
  await user.click(dialog().getByRole('button', { name }));
}

describe('adding a passkey', () => {
  test('creates it, uses it once over the same challenge, and sends both with the password', async () => {
    const { api, user } = start({}, { [CHALLENGE]: () => challenge, [ADD]: () => added() });
    await add(user);
    expect(await screen.findByText('It signs you in without a password.')).toBeDefined();
    expect(sentTo(api, ADD)).toEqual([
      {
        password: 'Piggy!Bank7',
        name: 'Mac',
        attestation: expect.objectContaining({ id: NEW_ID }),
        signIn: { assertion: expect.objectContaining({ id: NEW_ID }), secret: SECRET },
      },
    ]);
    expect(authenticator.used[0]?.challenge).toEqual(authenticator.created[0]?.challenge);
    expect(authenticator.used[0]?.allowCredentials).toHaveLength(1);
  });

  test.each([
    ['its authenticator derives no secret', { hasPrf: false }, 0],
    ['the second prompt is closed', { useFails: 'NotAllowedError' }, 1],
  ])('adds one that only approves when %s, and says so', async (_, values, prompts) => {
    Object.assign(authenticator, values);
    const responses = { [CHALLENGE]: () => challenge, [ADD]: () => added({ canSignIn: false }) };
    const { api, user } = start({}, responses);
    await add(user);
    expect(await screen.findByText(/^It can’t sign you in\./)).toBeDefined();
    expect(sentTo(api, ADD)).toEqual([expect.objectContaining({ signIn: null })]);
    expect(authenticator.used).toHaveLength(prompts);
  });

  test.each([
    ['NotAllowedError', /^You closed the prompt/],
    ['InvalidStateError', /already has a passkey/],
    ['NotSupportedError', /can’t create passkeys/],
    ['SecurityError', /couldn’t create a passkey/],
  ])('adds nothing after a %s, and says why', async (name, sentence) => {
    authenticator.createFails = name;
    const { api, user } = start({}, { [CHALLENGE]: () => challenge });
    await add(user);
    expect((await dialog().findByRole('alert')).textContent).toMatch(sentence);
    expect(sentTo(api, ADD)).toHaveLength(0);
    expect(dialog().getByLabelText<HTMLInputElement>('Your password').value).toBe('Piggy!Bank7');
  });

  test('keeps what the browser created after a wrong password: no second passkey', async () => {
    let isWrong = true;
    const { api, user } = start(
      {},
      { [CHALLENGE]: () => challenge, [ADD]: () => (isWrong ? wrongPassword : added()) },
    );
    await add(user);
    expect((await dialog().findByRole('alert')).textContent).toBe('Incorrect password.');
    isWrong = false;
    await user.click(dialog().getByRole('button', { name: 'Add passkey' }));
    await screen.findByRole('dialog', { name: 'Passkey added' });
    expect(authenticator.created).toHaveLength(1);
    expect(sentTo(api, ADD)).toHaveLength(2);
  });

  test('creates another one when the server cannot verify it', async () => {
    let isFirst = true;
    const { user } = start(
      {},
      {
        [CHALLENGE]: () => challenge,
        [ADD]: () => (isFirst ? refused(400, 'passkey-not-valid', 'Not valid.') : added()),
      },
    );
    await add(user);
    expect((await dialog().findByRole('alert')).textContent).toBe('Not valid.');
    isFirst = false;
    await user.click(dialog().getByRole('button', { name: 'Add passkey' }));
    await screen.findByRole('dialog', { name: 'Passkey added' });
    expect(authenticator.created).toHaveLength(2);
  });

  test('adds nothing once the dialog is closed', async () => {
    let respond: (response: FakeResponse) => void = () => {};
    const { api, user } = start(
      {},
      { [CHALLENGE]: () => new Promise((resolve) => (respond = resolve)) },
    );
    await add(user);
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    respond(challenge);
    await waitFor(() => expect(authenticator.created).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(authenticator.used).toHaveLength(0);
    expect(sentTo(api, ADD)).toHaveLength(0);
  });

  test('of an account without second factors ends with its recovery codes', async () => {
    const responses = {
      [CHALLENGE]: () => challenge,
      [ADD]: () => added({}, ['CODE-1', 'CODE-2']),
    };
    const { user } = start({}, responses);
    await add(user);
    await screen.findByRole('dialog', { name: 'Your recovery codes' });
    expect(dialog().getByText('CODE-2')).toBeDefined();
  });
});

describe('a passkey', () => {
  test('is renamed', async () => {
    const call = 'POST /api/auth/passkeys/AAAA/rename';
    const passkey = buildPasskey({ name: 'Old laptop' });
    const { api, user } = start(
      { passkeys: [buildPasskey()] },
      { [call]: () => ({ body: { passkey } }) },
    );
    await openDialog(user, 'Rename MacBook', 'Rename passkey');
    const field = dialog().getByLabelText('Name');
    expect(document.activeElement).toBe(field);
    const save = dialog().getByRole<HTMLButtonElement>('button', { name: 'Save name' });
    expect(save.disabled).toBe(true);
    await user.clear(field);
    await user.type(field, 'Old laptop{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo(api, call)).toEqual([{ name: 'Old laptop' }]);
  });

  test('is removed after a confirmation that has “Keep it” first and says what is kept', async () => {
    const call = 'POST /api/auth/passkeys/AAAA/remove';
    const { api, user } = start(
      { passkeys: [buildPasskey(), buildPasskey({ id: 'BBBB', name: 'iPhone' })] },
      { [call]: () => ({ body: { success: true } }) },
    );
    await user.click(await button('Remove MacBook'));
    await screen.findByRole('alertdialog', { name: 'Remove “MacBook”?' });
    // A dialog focuses its first button.
    expect(confirmation().getAllByRole('button')[0]?.textContent).toBe('Keep it');
    expect(confirmation().getByText('You keep iPhone.')).toBeDefined();
    await user.dblClick(confirmation().getByRole('button', { name: 'Remove passkey' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sentTo(api, call)).toEqual([{}]);
  });

  test('that is the only one warns that recovery codes end, and a refusal is shown', async () => {
    const call = 'POST /api/auth/passkeys/AAAA/remove';
    const { user } = start(
      { passkeys: [buildPasskey()], recoveryCodesLeft: 10 },
      { [call]: () => refused(403, 'approval-not-valid', 'We couldn’t verify that.') },
    );
    await user.click(await button('Remove MacBook'));
    await screen.findByRole('alertdialog', { name: /your only passkey/ });
    expect(confirmation().getByText('Your recovery codes stop working.')).toBeDefined();
    await user.click(confirmation().getByRole('button', { name: 'Remove passkey' }));
    expect(await confirmation().findByText('We couldn’t verify that.')).toBeDefined();
    await user.click(confirmation().getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('stays, without an error, when the user closes the approval', async () => {
    const { user } = start(
      { passkeys: [buildPasskey()] },
      {
        'POST /api/auth/passkeys/AAAA/remove': () => {
          throw new DOMException('', 'AbortError');
        },
      },
    );
    await user.click(await button('Remove MacBook'));
    const remove = await screen.findByRole('button', { name: 'Remove passkey' });
    await user.click(remove);
    await waitFor(() => expect(remove.getAttribute('aria-busy')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('alertdialog')).toBeDefined();
  });
});
