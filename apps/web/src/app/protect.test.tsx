import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { FakeResponse, SeenRequest } from '#testing/fake-api';
import { installFakeAuthenticator } from '../lib/fake-passkeys.test-setup.ts';
import Protect from '../routes/protect.tsx';
import { changeSettings, currentSettings } from '../state/settings.ts';
import { currentPath, signInBeforeEachPage, startPage } from './protected-page.test-setup.tsx';
import { about, buildWrap, openFrame, signInOwner } from './signer.test-setup.tsx';

signInBeforeEachPage();

const CHALLENGE = 'POST /api/wallet/custody/challenge';
const ENROL = 'POST /api/wallet/custody/enrol';
const challenge = 'ab'.repeat(32);
const address = `0x${'ab'.repeat(20)}`;
const privateAddress = `0zk${'q'.repeat(124)}`;
const userId = '0190a1b2-0000-7000-8000-000000000001';

const created = {
  outcome: 'created',
  owner: { userId, address, privateAddress },
  sight: '0d'.repeat(96),
  wraps: [buildWrap(1)],
  proofs: { address: `0x${'0e'.repeat(65)}`, privateAddress: `0x${'0f'.repeat(64)}` },
  areWordsChecked: true,
};
const wallet = {
  ...{ id: 'wallet-2', name: 'My wallet', custody: 'only-me' },
  publicWalletAddress: address,
  privateWalletAddress: privateAddress,
  railgunAddress: privateAddress,
};

type Responder = (request: SeenRequest) => FakeResponse | Promise<FakeResponse>;

function start(responses: Record<string, Responder> = {}) {
  return startPage(<Protect />, '/dashboard/settings/protect', {
    'GET /api/about': () => about(),
    [CHALLENGE]: () => ({ body: { challenge, userId } }),
    [ENROL]: () => ({ body: { wallet } }),
    ...responses,
  });
}

type User = ReturnType<typeof start>['user'];

async function chooseOnlyMe(user: User) {
  await user.click(await screen.findByRole('radio', { name: /^Only me/ }));
  await user.click(screen.getByRole('button', { name: 'Continue with Only me' }));
}

async function makeKeys(user: User, changes: object = {}) {
  await chooseOnlyMe(user);
  const signer = await openFrame();
  await signer.ready();
  await signer.end({ ...created, ...changes });
  await screen.findByRole('heading', { name: 'Make this your wallet' });
}

/** What was given to the server, in order. */
function enrolments({ seen }: ReturnType<typeof start>['api']) {
  return seen.filter(({ path }) => path === '/api/wallet/custody/enrol').map(({ body }) => body);
}

async function confirm(user: User) {
  await user.type(screen.getByLabelText('Your password'), 'Piggy!Bank7');
  await user.click(screen.getByRole('button', { name: 'Use this wallet' }));
}

describe('the choice who has the keys', () => {
  test('chooses nothing for the user, and says why it can’t go on', async () => {
    start();
    const radios = await screen.findAllByRole('radio');
    expect(radios.map((radio) => (radio as HTMLInputElement).checked)).toEqual([false, false]);
    const next = screen.getByRole('button', { name: 'Continue' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
  });

  test('recommends Only me, but not to a browser without passkeys', async () => {
    installFakeAuthenticator();
    start();
    const recommended = await screen.findByText('Recommended');
    expect(recommended.closest('label')?.textContent).toMatch(/^Only me/);
    cleanup();
    vi.stubGlobal('PublicKeyCredential', undefined);
    start();
    await screen.findByRole('radio', { name: /^Only me/ });
    expect(screen.queryByText('Recommended')).toBeNull();
  });

  test('says what Only me can’t do yet, and nothing that it can', async () => {
    start();
    const card = (await screen.findByRole('radio', { name: /^Only me/ })).closest('label');
    expect(card?.textContent).toContain(
      'You can’t approve swaps, sales or payments by link with Only me yet.',
    );
    expect(card?.textContent).not.toMatch(/private payments/i);
  });

  test('leaves everything as it is with Assisted', async () => {
    const { user, api } = start();
    await user.click(await screen.findByRole('radio', { name: /^Assisted/ }));
    await user.click(screen.getByRole('button', { name: 'Keep Assisted' }));
    expect(currentPath()).toBe('/dashboard/settings');
    expect(api.seen.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('says so where the page with the keys isn’t served, and recommends nothing', async () => {
    installFakeAuthenticator();
    const { user } = start({ 'GET /api/about': () => about(false) });
    expect(await screen.findByText('Only me isn’t available here.')).toBeDefined();
    expect(screen.queryByText('Recommended')).toBeNull();
    await user.click(screen.getByRole('radio', { name: /^Only me/ }));
    const next = screen.getByRole('button', { name: 'Continue with Only me' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
  });

  test('is over for an owner who has the keys', async () => {
    signInOwner();
    start();
    await waitFor(() => expect(currentPath()).toBe('/dashboard/settings'));
  });
});

describe('the way to keys of one’s own', () => {
  test('gives the signer a challenge, and the server what the signer made', async () => {
    const { user, api } = start();
    await chooseOnlyMe(user);
    const signer = await openFrame();
    await signer.say({ event: 'ready' }, { origin: 'https://evil.example' });
    await signer.say({ event: 'ready' }, { source: window });
    expect(signer.requests()).toEqual([]);
    expect(await signer.ready()).toMatchObject({ kind: 'create', userId, challenge });
    expect(signer.requests()[0]?.targetOrigin).toBe('http://sign.localhost:7609');
    await signer.end(created);

    await screen.findByRole('heading', { name: 'Make this your wallet' });
    const name = screen.getByLabelText('Name of your passkey');
    await user.clear(name);
    await user.type(name, 'Work laptop');
    await confirm(user);
    await screen.findByRole('heading', { name: 'Only you can move your money' });
    expect(enrolments(api)).toEqual([
      {
        ...{ password: 'Piggy!Bank7', challenge, address, privateAddress },
        ...{ sight: created.sight, proof: created.proofs },
        wraps: [{ label: 'Work laptop', wrap: buildWrap(1) }],
      },
    ]);
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ wallet });
    expect(currentSettings().backups).toHaveLength(1);
  });

  test('goes on after a wrong password, with the same keys', async () => {
    const replies = [
      { status: 400, body: { error: 'Incorrect password.', code: 'password-wrong' } },
    ];
    const { user, api } = start({ [ENROL]: () => replies.shift() ?? { body: { wallet } } });
    await makeKeys(user);
    await confirm(user);
    expect(await screen.findByText('Incorrect password.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Use this wallet' }));
    await screen.findByRole('heading', { name: 'Only you can move your money' });
    const [first, second] = enrolments(api);
    expect(second).toEqual(first);
  });

  test('goes back to the choice when the signer is closed', async () => {
    const { user, api } = start();
    await chooseOnlyMe(user);
    const signer = await openFrame();
    await signer.ready();
    await signer.end({ outcome: 'cancelled' });
    expect(await screen.findByRole('radio', { name: /^Only me/ })).toBeDefined();
    expect(enrolments(api)).toEqual([]);
  });

  test('says what is missing: saved words, or a passkey', async () => {
    changeSettings({ backups: [] });
    const { user } = start();
    await makeKeys(user, { areWordsChecked: false });
    await confirm(user);
    expect(await screen.findByText(/^You haven’t saved your 12 words/)).toBeDefined();
    expect(currentSettings().backups).toEqual([]);
  });

  test('needs no name without a passkey', async () => {
    const { user, api } = start();
    await makeKeys(user, { wraps: [] });
    expect(screen.queryByLabelText('Name of your passkey')).toBeNull();
    await confirm(user);
    expect(await screen.findByText(/^Your 12 words approve payments/)).toBeDefined();
    expect(enrolments(api)).toMatchObject([{ wraps: [] }]);
  });
});

describe('the keys of a wallet with money in it', () => {
  const error = 'This wallet still has money in it.';
  const responses = {
    [CHALLENGE]: ({ body }: SeenRequest) =>
      (body as { keepsAddresses?: boolean }).keepsAddresses === true
        ? { body: { challenge, userId } }
        : { status: 409, body: { error, code: 'wallet-not-empty' } },
  };

  async function startKept() {
    signInOwner('assisted');
    const { user, api } = start(responses);
    await chooseOnlyMe(user);
    await screen.findByRole('heading', { name: 'Take over your keys' });
    return { user, api };
  }

  async function typeWords(user: User, changes: object = {}) {
    await user.click(screen.getByRole('button', { name: 'I have my 12 words' }));
    const signer = await openFrame();
    expect(await signer.ready()).toMatchObject({ kind: 'import', userId, challenge });
    await signer.end({ ...created, ...changes });
  }

  test('are taken over with its 12 words, and its addresses stay', async () => {
    const { user, api } = await startKept();
    await typeWords(user);
    await screen.findByRole('heading', { name: 'Delete Kax’s copy of your keys' });
    await user.type(screen.getByLabelText('Your password'), 'Piggy!Bank7');
    await user.click(screen.getByRole('button', { name: 'Delete the copy' }));
    await screen.findByRole('heading', { name: 'You have your keys now' });
    expect(screen.getByText(/^Your addresses are the same\. Older backups/)).toBeDefined();
    expect(enrolments(api)).toMatchObject([{ address, privateAddress }]);
  });

  test('are not replaced by those of another wallet, whose words were typed in', async () => {
    const { user, api } = await startKept();
    const owner = { ...created.owner, privateAddress: `0zk${'p'.repeat(124)}` };
    await typeWords(user, { owner });
    expect((await screen.findByRole('alert')).textContent).toContain('words of another wallet');
    expect(enrolments(api)).toEqual([]);
    await typeWords(user);
    await screen.findByRole('heading', { name: 'Delete Kax’s copy of your keys' });
  });

  test('stay with Kax when their user goes back', async () => {
    const { user, api } = await startKept();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('radio', { name: /^Assisted/ })).toBeDefined();
    expect(enrolments(api)).toEqual([]);
  });
});
