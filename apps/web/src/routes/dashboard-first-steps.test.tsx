import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildChain, buildCoin } from '#testing/coin';
import { buildOperationView } from '#testing/operation-view';
import { buildUser } from '#testing/user';
import { rememberBackup } from '../state/first-steps.ts';
import { changeSettings } from '../state/settings.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import {
  buildPrivateCoin,
  privateCoinsResponse,
  signInBeforeEach,
  startDashboard,
} from './dashboard.test-setup.tsx';

signInBeforeEach();
afterEach(() => act(() => changeSettings({ firstSteps: 'unseen', backups: [] })));

const NONE = { balance: '0', balanceBaseUnits: '0', availableBaseUnits: '0' };

/** @param open dollars in the public balance; `shielded`, in the private one */
function startWith(open: number, shielded: number) {
  const coin = (dollars: number) =>
    dollars === 0 ? NONE : { balanceBaseUnits: `${dollars}000000` };
  return startDashboard({
    'GET /api/wallet/public/coins': () => ({
      body: { data: [buildChain([buildCoin(coin(open))])] },
    }),
    'GET /api/wallet/private/coins': () => ({
      body: privateCoinsResponse([buildPrivateCoin(coin(shielded))]),
    }),
  });
}

const steps = () => screen.findByRole('region', { name: 'Three steps to get going' });

test('an empty wallet shows three steps, and one filled button for the next one', async () => {
  startWith(0, 0);
  const card = within(await steps());
  expect(card.getByText('0 of 3 done')).toBeDefined();
  const add = card.getByRole('link', { name: 'Add money' });
  expect(add.getAttribute('href')).toBe('/dashboard/deposit-currency');
  expect(document.querySelectorAll('.button--filled')).toHaveLength(1);
  expect(card.queryByRole('button', { name: 'Choose an amount' })).toBeNull();
  expect(screen.queryByText('No coins yet')).toBeNull();
  expect(screen.getByText('No money here yet')).toBeDefined();
});

test('each step knows that it is done, and they stay until all of them are', async () => {
  act(() => changeSettings({ firstSteps: 'open' }));
  const { user } = startWith(250, 0);
  expect((await steps()).textContent).toContain('1 of 3 done');
  act(() => rememberBackup(buildUser().id));
  expect((await steps()).textContent).toContain('2 of 3 done');
  await user.click(screen.getByRole('button', { name: 'Choose an amount' }));
  expect(await screen.findByRole('dialog', { name: 'Shield' })).toBeDefined();
});

test('a wallet with money in both balances has no steps, also when it was empty before', async () => {
  act(() => {
    changeSettings({ firstSteps: 'open' });
    rememberBackup(buildUser().id);
  });
  startWith(250, 100);
  await screen.findByText('250.0000 USDC');
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('kax-settings') ?? '').firstSteps).toBe('over'),
  );
  expect(screen.queryByText('Three steps to get going')).toBeNull();
});

test('hidden steps stay hidden in this browser', async () => {
  const { user } = startWith(0, 0);
  await steps();
  await user.click(screen.getByRole('button', { name: 'Hide these steps' }));
  expect(screen.queryByText('Three steps to get going')).toBeNull();
  expect(await screen.findByText('No coins yet')).toBeDefined();
  expect(JSON.parse(localStorage.getItem('kax-settings') ?? '').firstSteps).toBe('over');
});

test('below the steps, the empty private balance says what will be in it', async () => {
  startWith(250, 0);
  act(() => {
    changeSettings({ firstSteps: 'open' });
    setWalletMode('private');
  });
  await steps();
  expect(
    await screen.findByText('Coins that you make private appear here, hidden on Polygon.'),
  ).toBeDefined();
});

test('a shield that is on its way has no button, and the step isn’t done yet', async () => {
  act(() => changeSettings({ firstSteps: 'open' }));
  startDashboard({
    'GET /api/wallet/private/coins': () => ({
      body: privateCoinsResponse([buildPrivateCoin(NONE)]),
    }),
    'GET /api/wallet/operations': () => ({
      body: { data: [buildOperationView({ kind: 'shield', status: 'broadcast' })] },
    }),
  });
  const card = within(await steps());
  expect(await card.findByText(/It’s on its way to your private balance/)).toBeDefined();
  expect(card.getByText('1 of 3 done')).toBeDefined();
  expect(card.queryByRole('button', { name: 'Choose an amount' })).toBeNull();
});
