import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FakeAnswer, SeenRequest } from '#testing/fake-api';
import { buildUserSession } from '#testing/user-session';
import { readSettings } from '../state/settings.ts';
import { place, signInBeforeEachPage, startPage } from './protected-page.test-setup.tsx';
import Settings from './settings.tsx';

signInBeforeEachPage();
beforeEach(() => {
  readSettings();
});

const EXPORT = 'POST /api/wallet/export-keys';
const DELETE = 'POST /api/wallet/delete-wallet';
const PHRASE = 'test walk dream candy obey plastic ocean sudden junior riot velvet glory';
const KEY = `0x${'4f3edf983ac636a6'.repeat(4)}`;

type Answer = (request: SeenRequest) => FakeAnswer | Promise<FakeAnswer>;

function start(answers: Record<string, Answer> = {}) {
  const sessions = [buildUserSession({ id: 'here', isCurrent: true }), buildUserSession()];
  return startPage(<Settings />, '/dashboard/settings', {
    'GET /api/auth/user-sessions': () => ({ body: { sessions, data: { sessions } } }),
    'GET /api/about': () => ({ body: { messagesUrl: null, recoveryKey: 'file' } }),
    ...answers,
  });
}

type User = ReturnType<typeof start>['user'];

const exported = (values: object): FakeAnswer => ({
  body: {
    publicWalletAddress: '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE',
    privateWalletAddress: '0zk1qyk9nn28x0u3rwn5pknglda68wrn7gw6anjw8gg94mcj6eq5u48tl',
    createdAt: '2026-01-02T12:00:00.000Z',
    ...values,
  },
});
const refused = (status: number, code: string, error: string, retryAfter?: number): FakeAnswer => ({
  status,
  body: { error, code, ...(retryAfter === undefined ? {} : { retryAfter }) },
});
const wrongPassword = refused(400, 'password-wrong', 'The password is not right.');

const dialog = () => within(screen.getByRole('dialog'));
const press = (user: User, name: string) =>
  user.click(screen.getByRole('button', { name, hidden: false }));

async function openModal(user: User, name: string) {
  await press(user, name);
  await screen.findByRole('dialog', { name });
}

async function givePassword(user: User, password = 'Piggy!Bank7') {
  const field = dialog().getByLabelText('Your password');
  await user.clear(field);
  await user.type(field, password);
  await submit(user);
}

/** The button stands in the foot of the dialog and belongs to the form by its id. */
async function submit(user: User) {
  const button = screen.getByRole('dialog').querySelector<HTMLButtonElement>('[type="submit"]');
  if (button) await user.click(button);
}

describe('the toggles (§2 /dashboard/settings)', () => {
  const toggle = (name: string) => screen.getByRole('switch', { name });
  const isOn = (name: string) => toggle(name).getAttribute('aria-checked');

  test('stand as the browser keeps them, under one storage key', async () => {
    const { user } = start();
    const names = ['Private Mode', 'Transaction Notifications', 'Auto-connect to Relayers'];
    expect(names.map(isOn)).toEqual(['false', 'true', 'true']);
    for (const name of names) await user.click(toggle(name));
    expect(names.map(isOn)).toEqual(['true', 'false', 'false']);
    expect(JSON.parse(localStorage.getItem('kax-settings') ?? '')).toEqual({
      isPrivate: true,
      hasPaymentNotes: false,
      usesRelayers: false,
    });
  });

  test('Private Mode is the mode of the wallet', async () => {
    const { user } = start();
    await user.click(toggle('Private Mode'));
    expect(document.documentElement.dataset.mode).toBe('private');
  });
});

describe('who can move your money', () => {
  test('counts the signed-in devices and says where the recovery key is', async () => {
    start();
    expect(await screen.findByText('Your 2 signed-in devices')).toBeDefined();
    expect(await screen.findByText(/That key is a file on the server/)).toBeDefined();
  });

  test('says so when the recovery key is in AWS KMS', async () => {
    start({ 'GET /api/about': () => ({ body: { messagesUrl: null, recoveryKey: 'aws-kms' } }) });
    expect(await screen.findByText(/That key is in AWS KMS/)).toBeDefined();
  });

  test('claims nothing that could not be read', async () => {
    start({
      'GET /api/about': () => 'no answer',
      'GET /api/auth/user-sessions': () => 'no answer',
    });
    expect(await screen.findByText('Your signed-in devices')).toBeDefined();
    expect(screen.getByText(/could not be read just now/)).toBeDefined();
  });

  test('leads to the sessions and to the change of the password', () => {
    start();
    const links = ['Active sessions', 'Change password'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(links).toEqual(['/user-sessions', '/reset-password']);
  });
});

describe('Export Private Key', () => {
  test('shows the key only after the password, and only when it is asked to', async () => {
    const { api, user } = start({ [EXPORT]: () => exported({ privateKey: KEY }) });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    await screen.findByRole('button', { name: 'Show the key' });
    expect(document.body.innerHTML).not.toContain(KEY);
    await press(user, 'Show the key');
    expect(dialog().getByText(KEY)).toBeDefined();
    expect(api.seen.at(-1)?.body).toEqual({ password: 'Piggy!Bank7', what: 'private-key' });
    await press(user, 'Hide the key');
    expect(document.body.innerHTML).not.toContain(KEY);
  });

  test('covers the key again when the page goes out of sight', async () => {
    const { user } = start({ [EXPORT]: () => exported({ privateKey: KEY }) });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    await user.click(await screen.findByRole('button', { name: 'Show the key' }));
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    vi.restoreAllMocks();
    expect(document.body.innerHTML).not.toContain(KEY);
  });

  test('copies only after a warning, and says that it stays in the clipboard', async () => {
    const { user } = start({ [EXPORT]: () => exported({ privateKey: KEY }) });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    await user.click(await screen.findByRole('button', { name: 'Copy the key' }));
    expect(screen.getByText('Other programs can read the clipboard.')).toBeDefined();
    expect(await navigator.clipboard.readText()).not.toBe(KEY);
    await press(user, 'Copy anyway');
    expect(await screen.findByText(/^Copied\. It stays in the clipboard/)).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(KEY);
  });

  test('forgets the key when it closes, and keeps it in no storage', async () => {
    const { user } = start({ [EXPORT]: () => exported({ privateKey: KEY }) });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    await user.click(await screen.findByRole('button', { name: 'Show the key' }));
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(KEY.slice(2));
    await press(user, 'Done');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openModal(user, 'Export Private Key');
    expect(dialog().getByLabelText<HTMLInputElement>('Your password').value).toBe('');
  });

  test('a wrong password says so at its field, and what was typed can be changed', async () => {
    const { user } = start({ [EXPORT]: () => wrongPassword });
    await openModal(user, 'Export Private Key');
    await givePassword(user, 'wrong');
    expect((await dialog().findByRole('alert')).textContent).toBe('The password is not right.');
    await user.type(dialog().getByLabelText('Your password'), 'x');
    expect(dialog().queryByRole('alert')).toBeNull();
  });

  test('a limit counts its seconds down, and nothing is sent meanwhile', async () => {
    const limit = refused(429, 'too-many-requests', 'Too many attempts.', 75);
    const { api, user } = start({ [EXPORT]: () => limit });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    const alert = await dialog().findByRole('alert');
    expect(alert.textContent).toBe('Too many attempts. Next try in 1 min 15 s.');
    await submit(user);
    expect(api.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('after a reset it says until when exports are locked', async () => {
    const locked = refused(403, 'export-locked', 'The password was reset.', 3_600);
    const { user } = start({ [EXPORT]: () => locked });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    expect((await dialog().findByRole('alert')).textContent).toMatch(
      /^The password was reset\. That is on \d+ \w+, \d\d:\d\d\.$/,
    );
  });

  test('two presses ask once', async () => {
    let answer = (_: FakeAnswer) => {};
    const { api, user } = start({
      [EXPORT]: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    await submit(user);
    await act(async () => answer(wrongPassword));
    expect(api.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('Backup Wallet', () => {
  const openWords = async (user: User) => {
    await openModal(user, 'Backup Wallet');
    await user.click(screen.getByRole('tab', { name: '12 words' }));
    await givePassword(user);
    await screen.findByRole('list', { name: 'The 12 words' });
  };
  const askedWord = () => {
    const place = /word (\d+)/.exec(dialog().getByRole('group').textContent ?? '')?.[1];
    return PHRASE.split(' ')[Number.parseInt(place ?? '0', 10) - 1] ?? '';
  };

  test('gives the encrypted file to the browser, with the day the wallet was made', async () => {
    const saved: string[] = [];
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL = () => 'blob:saved';
        static override revokeObjectURL = () => {};
      },
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const file = { name: 'kax-wallet-0x7ab1ce54.json', content: '{}' };
    const { api, user } = start({ [EXPORT]: () => exported({ file }) });
    await openModal(user, 'Backup Wallet');
    await givePassword(user);
    expect(await dialog().findByText(/Saved to your downloads/)).toBeDefined();
    expect(saved).toEqual(['kax-wallet-0x7ab1ce54.json']);
    expect(dialog().getByText('2 January 2026')).toBeDefined();
    expect(api.seen.at(-1)?.body).toMatchObject({ what: 'file' });
    click.mockRestore();
  });

  test('the 12 words are covered until they are asked for', async () => {
    const { user } = start({ [EXPORT]: () => exported({ phrase: PHRASE }) });
    await openWords(user);
    expect(document.body.textContent).not.toContain('velvet');
    expect(screen.getByRole('button', { name: 'I wrote it down' })).toHaveProperty(
      'disabled',
      true,
    );
    await press(user, 'Show the words');
    const list = screen.getByRole('list', { name: 'The 12 words' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(PHRASE.split(' ').map((word, index) => `${index + 1}${word}`));
    expect(list.className).toContain('not-selectable');
    expect(dialog().getByText('2 January 2026')).toBeDefined();
  });

  test('three words are asked back; a wrong one says so, three right ones end it', async () => {
    const { user } = start({ [EXPORT]: () => exported({ phrase: PHRASE }) });
    await openWords(user);
    await press(user, 'Show the words');
    await press(user, 'I wrote it down');
    const wrong = within(dialog().getByRole('group'))
      .getAllByRole('button')
      .find((choice) => choice.textContent !== askedWord());
    await user.click(wrong ?? document.body);
    expect(dialog().getByRole('alert').textContent).toContain('is not word');
    for (const number of [1, 2, 3]) {
      expect(dialog().getByText(`Question ${number} of 3`)).toBeDefined();
      await user.click(dialog().getByRole('button', { name: askedWord() }));
    }
    expect(dialog().getByText('Your backup is right.')).toBeDefined();
  });

  test('from the check one can look at the words again', async () => {
    const { user } = start({ [EXPORT]: () => exported({ phrase: PHRASE }) });
    await openWords(user);
    await press(user, 'Show the words');
    await press(user, 'I wrote it down');
    await press(user, 'Show the words again');
    expect(screen.getByRole('list', { name: 'The 12 words' })).toBeDefined();
  });
});

describe('Delete Wallet', () => {
  const fill = async (user: User) => {
    await openModal(user, 'Delete Wallet');
    await user.type(dialog().getByLabelText('Type DELETE to confirm'), 'DELETE');
    await givePassword(user);
  };
  const confirm = () => dialog().getByRole('button', { name: 'Delete Wallet' });

  test('needs the word DELETE as well as the password', async () => {
    const { api, user } = start();
    await openModal(user, 'Delete Wallet');
    await user.type(dialog().getByLabelText('Type DELETE to confirm'), 'delete');
    await givePassword(user);
    expect(confirm()).toHaveProperty('disabled', true);
    expect(api.seen.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });

  test('cleans the storage, and the sign-in page says calmly what happened', async () => {
    const { api, user } = start({ [DELETE]: () => ({ body: { success: true } }) });
    await fill(user);
    await waitFor(() => expect(place()).toBe('/login'));
    expect(screen.getByRole('alert').textContent).toBe(
      'Your wallet and your account are deleted. Nothing of them is left in this browser.',
    );
    expect(Object.keys(localStorage)).toEqual([]);
    expect(api.seen.find(({ method }) => method === 'POST')?.body).toEqual({
      password: 'Piggy!Bank7',
      confirmation: 'DELETE',
    });
  });

  test.each([
    ['wallet-not-empty', 'There is still money in this wallet: 12.5 USDC.', 'Move it out'],
    ['operations-open', 'A payment of this wallet is still on its way.', 'See it'],
  ])('%s is shown with a way on, and nothing is lost', async (code, sentence, wayOn) => {
    const { user } = start({ [DELETE]: () => refused(409, code, sentence) });
    await fill(user);
    expect((await dialog().findByRole('alert')).textContent).toContain(sentence);
    await user.click(dialog().getByRole('link', { name: wayOn }));
    expect(place()).toBe('/dashboard');
    expect(localStorage.getItem('access_token')).toBe('access-1');
  });

  test('a lost answer claims neither that it is deleted nor that it is not', async () => {
    const { user } = start({ [DELETE]: () => 'no answer' });
    await fill(user);
    expect((await dialog().findByRole('alert')).textContent).toContain('did not answer');
    expect(place()).toBe('/dashboard/settings');
  });
});
