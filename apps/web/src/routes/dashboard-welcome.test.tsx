import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import { buildOperationView } from '#testing/operation-view';
import { buildShieldQuote } from '#testing/pool-quote';
import { buildUser } from '#testing/user';
import type { Coin } from '#wire/wallet/coin';
import { welcomeNewAccount } from '../state/new-account.ts';
import { changeSettings, currentSettings, readSettings } from '../state/settings.ts';
import {
  buildPrivateCoin,
  pressConfirm,
  privateCoinsResponse,
  signInBeforeEach,
  startDashboard,
} from './dashboard.test-setup.tsx';

signInBeforeEach();
afterEach(() => act(() => changeSettings({ firstSteps: 'unseen', backups: [], welcomes: [] })));

const { id } = buildUser();
const NONE = { balance: '0', balanceBaseUnits: '0', availableBaseUnits: '0' };
const shielded = buildOperationView({ kind: 'shield', amount: '5000000', status: 'confirmed' });

function start(coins: readonly Coin[] = [buildNativeCoin(), buildCoin()], hasPrivate = false) {
  return startDashboard({
    'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([...coins])] } }),
    'GET /api/wallet/private/coins': () => ({
      body: privateCoinsResponse([buildPrivateCoin(hasPrivate ? {} : NONE)]),
    }),
    'POST /api/wallet/quote-shield': () => ({ body: { data: buildShieldQuote() } }),
    'POST /api/wallet/shield': () => ({
      body: {
        transactionHash: shielded.transactionHash,
        hash: shielded.transactionHash,
        data: { transactionHash: shielded.transactionHash, hash: shielded.transactionHash },
        operation: shielded,
      },
    }),
    [`GET /api/wallet/operations/${shielded.id}`]: () => ({ body: { data: shielded } }),
  });
}

const welcome = () => screen.findByRole('dialog', { name: /^Welcome to Kax/ });
const press = (user: ReturnType<typeof start>['user'], name: string) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

async function goToStart(user: ReturnType<typeof start>['user']) {
  await welcome();
  await press(user, 'Show me how it works');
  await screen.findByRole('dialog', { name: 'One wallet, two balances' });
  await press(user, 'Choose where to start');
  return within(await screen.findByRole('dialog', { name: 'Where would you like to start?' }));
}

test('a user who comes back sees no welcome', async () => {
  start();
  await screen.findByText('250.0000 USDC');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the welcome of one new user isn’t shown to another', async () => {
  act(() => welcomeNewAccount('user-somebody-else'));
  start();
  await screen.findByText('250.0000 USDC');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a new user is welcomed once: skipped, it doesn’t come back, and the first steps stay', async () => {
  act(() => welcomeNewAccount(id));
  const { user } = start();
  const dialog = await welcome();
  expect(dialog.textContent).toContain(buildUser().wallet.name);
  expect(document.activeElement?.textContent).toMatch(/^Welcome to Kax/);
  await press(user, 'Skip');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(readSettings);
  expect(currentSettings().welcomes).toEqual([]);
  expect(await screen.findByText('Three steps to get going')).toBeDefined();
});

test('being welcomed keeps the other settings of this browser', () => {
  act(() => changeSettings({ hasPaymentNotes: false, firstSteps: 'over' }));
  act(() => welcomeNewAccount(id));
  expect(currentSettings()).toMatchObject({ hasPaymentNotes: false, firstSteps: 'open' });
});

test('Escape skips it, and each view begins on its title', async () => {
  act(() => welcomeNewAccount(id));
  const { user } = start();
  await goToStart(user);
  expect(document.activeElement?.textContent).toBe('Where would you like to start?');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Back goes one view back', async () => {
  act(() => welcomeNewAccount(id));
  const { user } = start();
  await goToStart(user);
  await press(user, 'Back');
  await screen.findByRole('dialog', { name: 'One wallet, two balances' });
  await press(user, 'Back');
  await welcome();
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Back' })).toBeNull();
});

test('without money, nothing can be made private yet, and it says so', async () => {
  act(() => welcomeNewAccount(id));
  const { user } = start([buildCoin(NONE)]);
  const dialog = await goToStart(user);
  expect(await dialog.findByText(/There’s no money to move yet/)).toBeDefined();
  expect(dialog.queryByRole('button', { name: 'Make some private' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Add money' }).className).toContain('filled');
});

test('with money, the first shield starts with 5 USDC, explains itself, and ends with what’s left', async () => {
  act(() => welcomeNewAccount(id));
  const { user, api } = start();
  const dialog = await goToStart(user);
  await user.click(await dialog.findByRole('button', { name: 'Make some private' }));

  const shield = within(await screen.findByRole('dialog', { name: 'Shield' }));
  expect(shield.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('5');
  expect(shield.getByText(/We filled in 5 USDC/)).toBeDefined();
  for (const term of ['What it costs', 'How long it takes', 'Who can see it']) {
    expect(shield.getByText(term)).toBeDefined();
  }
  expect(shield.getByRole('button', { name: 'Not now' })).toBeDefined();
  await user.click(shield.getByRole('button', { name: 'Continue' }));
  expect(shield.queryByRole('button', { name: 'Not now' })).toBeNull();
  await pressConfirm(user, 'Shield 5 USDC');

  const left = within(await screen.findByRole('region', { name: 'What’s left' }));
  expect(left.getByText('Done. Switch to Private to see it.')).toBeDefined();
  expect(left.getByRole('link', { name: 'Back up' })).toBeDefined();
  const request = api.seen.find(({ path }) => path === '/api/wallet/shield');
  expect(request?.body).toMatchObject({ amount: '5000000' });
});

test('a user with a private balance gets the ordinary form', async () => {
  act(() => welcomeNewAccount(id));
  const { user } = start(undefined, true);
  const dialog = await goToStart(user);
  await user.click(await dialog.findByRole('button', { name: 'Make some private' }));
  await screen.findByRole('dialog', { name: 'Shield' });
  expect(screen.queryByText(/Your first private move/)).toBeNull();
});

test('closing an unchanged first shield asks for no confirmation', async () => {
  act(() => changeSettings({ firstSteps: 'open' }));
  const { user } = start();
  await user.click(await screen.findByRole('button', { name: 'Choose an amount' }));
  await screen.findByRole('dialog', { name: 'Shield' });
  await press(user, 'Not now');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an empty wallet can read how private money works', async () => {
  const { user } = start([buildCoin(NONE)]);
  await user.click(await screen.findByRole('button', { name: 'How it works' }));
  expect(await screen.findByRole('dialog', { name: 'One wallet, two balances' })).toBeDefined();
});
