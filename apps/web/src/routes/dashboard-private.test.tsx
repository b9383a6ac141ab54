import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildNativeCoin } from '#testing/coin';
import { buildOperationView } from '#testing/operation-view';
import { buildUser } from '#testing/user';
import type { Coin } from '#wire/wallet/coin';
import { toggleDiscretion } from '../state/discretion.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import {
  buildPrivateCoin,
  privateCoinsResponse,
  signInBeforeEach,
  startDashboard,
} from './dashboard.test-setup.tsx';

signInBeforeEach();
beforeEach(() => setWalletMode('private'));

const ADDRESS = buildUser().wallet.privateWalletAddress;
const LOOKED_AT = '2026-01-02T03:04:05.000Z';

const pending = (values: Partial<Coin['pending'][number]> = {}): Coin['pending'][number] => ({
  baseUnits: '40000000',
  reason: 'arriving',
  until: null,
  operationId: null,
  ...values,
});

const startWith = (response: ReturnType<typeof privateCoinsResponse>) =>
  startDashboard({ 'GET /api/wallet/private/coins': () => ({ body: response }) });

const card = () => within(screen.getByRole('region', { name: 'Account' }));

describe('the private balance', () => {
  test('the card has the private address, and the total of both balances', async () => {
    startDashboard();
    expect(await card().findByText('$354')).toBeDefined();
    expect(card().getByTitle(ADDRESS).textContent).toBe(
      `${ADDRESS.slice(0, 8)}…${ADDRESS.slice(-4)}`,
    );
    expect(card().getByText('Private address')).toBeDefined();
  });

  test('switching the mode changes the figures', async () => {
    startDashboard();
    await screen.findByText('100.0000 USDC');
    act(() => setWalletMode('public'));
    expect(await screen.findByText('250.0000 USDC')).toBeDefined();
    expect(screen.queryByText('100.0000 USDC')).toBeNull();
  });

  test('pending amounts are part of the total, and card and row say why they are pending and until when', async () => {
    const change = pending({ baseUnits: '10000000', reason: 'change', until: LOOKED_AT });
    const coin = buildPrivateCoin({
      availableBaseUnits: '50000000',
      pending: [pending(), change],
    });
    startWith(privateCoinsResponse([coin]));
    expect(await card().findByText('$354')).toBeDefined();
    const split = card().getByRole('list', { name: 'Spendable and pending' });
    expect(split.textContent).toBe('$304.30 spendable now$50.00 pending');
    const row = screen.getByRole('list', { name: 'Spendable and pending USDC' });
    const lines = within(row)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines).toEqual([
      '50.0000 USDC spendable now',
      '40.0000 USDC pending: arriving, spendable once confirmed',
      '10.0000 USDC pending: change from a payment in progress, spendable any moment now',
    ]);
  });

  test('discretion mode removes pending figures from the page too', async () => {
    toggleDiscretion();
    const coin = buildPrivateCoin({ availableBaseUnits: '60000000', pending: [pending()] });
    startWith(privateCoinsResponse([coin]));
    await screen.findByRole('list', { name: 'Spendable and pending USDC' });
    for (const secret of ['40.0000', '60.0000', '$40', '$60', '100.0000']) {
      expect(document.body.innerHTML).not.toContain(secret);
    }
  });

  test('an empty balance says how to shield, and links there', async () => {
    const { user } = startWith(
      privateCoinsResponse([buildPrivateCoin({ balance: '0', balanceBaseUnits: '0' })]),
    );
    expect(await screen.findByText('No private balance yet')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Go to public balance' }));
    expect(
      await screen.findByRole('button', { name: 'Make private: Shield USDC on Polygon' }),
    ).toBeDefined();
  });
});

describe('the freshness of the private balance', () => {
  test('while it is being opened, a message appears above the skeletons', () => {
    startWith(privateCoinsResponse([], { status: 'starting', asOf: null }));
    expect(screen.getAllByTestId('coin-skeleton')).toHaveLength(9);
    return waitFor(() =>
      expect(screen.getByText(/^We’re opening your private balance/)).toBeDefined(),
    );
  });

  test('during a scan, known figures are shown and the list says that it is checking for updates', async () => {
    startWith(privateCoinsResponse(undefined, { status: 'looking', asOf: LOOKED_AT }));
    expect(await screen.findByText('100.0000 USDC')).toBeDefined();
    expect(screen.getByText('Checking for updates')).toBeDefined();
  });

  test('while the pool is unavailable, the last known figures are shown with their time and a retry', async () => {
    const { api, user } = startWith(
      privateCoinsResponse(undefined, { status: 'away', asOf: LOOKED_AT }),
    );
    expect(await screen.findByText(/can’t reach the private pool/)).toBeDefined();
    expect(screen.getByText(/^Showing balances from .* ago\.$/)).toBeDefined();
    expect(screen.getByText('100.0000 USDC')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send privately' })).toHaveProperty('disabled', true);
    const reads = () => api.seen.filter(({ path }) => path.endsWith('/private/coins')).length;
    const before = reads();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reads()).toBe(before + 1);
  });
});

describe('a private row', () => {
  test('has an unshield icon with its tooltip when shieldable (§2)', async () => {
    const plain = buildPrivateCoin({ ...buildNativeCoin(), isShieldable: false });
    const { user } = startWith(privateCoinsResponse([buildPrivateCoin(), plain]));
    await user.hover(
      await screen.findByRole('button', { name: 'Make public: Unshield USDC on Polygon' }),
    );
    expect((await screen.findByRole('tooltip')).textContent).toBe('Unshield');
    expect(
      screen.queryByRole('button', { name: 'Make public: Unshield POL on Polygon' }),
    ).toBeNull();
    expect(
      screen.queryByRole('button', { name: 'Make private: Shield USDC on Polygon' }),
    ).toBeNull();
  });

  test('its menu has Internal Transfer, Receive and History (§2)', async () => {
    const { user } = startDashboard();
    await user.click(
      await screen.findByRole('button', { name: 'More actions for USDC on Polygon' }),
    );
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['Internal Transfer', 'Receive', 'History']);
  });

  test('a refresh scans for new notes and changes that coin only', async () => {
    const pol = buildPrivateCoin(buildNativeCoin());
    const fresh = buildPrivateCoin({ balance: '107', balanceBaseUnits: '107000000' });
    const privateState = { status: 'ready', asOf: LOOKED_AT };
    const { user } = startDashboard({
      'GET /api/wallet/private/coins': () => ({
        body: privateCoinsResponse([buildPrivateCoin(), pol]),
      }),
      'POST /api/wallet/private/coins/polygon-usdc/refresh': () => ({
        body: { data: fresh, privateState },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Refresh USDC on Polygon' }));
    expect(await screen.findByText('107.0000 USDC')).toBeDefined();
    expect(screen.getByText('10.0000 POL')).toBeDefined();
  });
});

describe('Receive Assets in private mode', () => {
  test('shows the whole private address, its QR code of 270 by 270, and who can pay to it', async () => {
    const { user } = startDashboard();
    await screen.findByText('100.0000 USDC');
    await user.click(screen.getByRole('button', { name: 'Receive' }));
    const code = await screen.findByRole('img', { name: `QR code for the address ${ADDRESS}` });
    expect(code.getAttribute('src')).toBe(`/v1/create-qr-code/?size=270x270&data=${ADDRESS}`);
    const dialog = within(screen.getByRole('dialog', { name: 'Receive Assets' }));
    expect(dialog.getByText('For private payments only.')).toBeDefined();
    expect(screen.getByRole('dialog').textContent).toContain(ADDRESS);
  });
});

describe('operations in progress', () => {
  test('both balances are refetched when a shield ends', async () => {
    let inProgress = [buildOperationView({ kind: 'shield' })];
    const { api } = startDashboard({
      'GET /api/wallet/operations': () => ({ body: { data: inProgress } }),
    });
    expect(await screen.findByText(/^Shielding/)).toBeDefined();
    const reads = () => api.seen.filter(({ path }) => path.endsWith('/private/coins')).length;
    const before = reads();
    inProgress = [];
    await waitFor(() => expect(screen.queryByText(/^Shielding/)).toBeNull());
    await waitFor(() => expect(reads()).toBe(before + 1));
  });

  test('a delayed operation can be cancelled, after a confirmation', async () => {
    const later = buildOperationView({
      kind: 'unshield',
      status: 'prepared',
      isCancellable: true,
      sendWindow: { from: LOOKED_AT, to: '2026-01-02T09:04:05.000Z' },
      steps: [{ name: 'submitted', state: 'now', at: null, progress: null }],
    });
    let inProgress = [later];
    const { api, user } = startDashboard({
      'GET /api/wallet/operations': () => ({ body: { data: inProgress } }),
      [`POST /api/wallet/operations/${later.id}/cancel`]: () => {
        inProgress = [];
        return { body: { data: { ...later, status: 'failed', isCancellable: false } } };
      },
    });
    expect(await screen.findByText(/^We’ll send it between/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel unshield' }));
    const confirmation = within(screen.getByRole('alertdialog', { name: 'Cancel this unshield?' }));
    expect(api.seen.some(({ path }) => path.endsWith('/cancel'))).toBe(false);
    await user.click(confirmation.getByRole('button', { name: 'Cancel unshield' }));
    await waitFor(() => expect(screen.queryByText(/^Unshielding/)).toBeNull());
  });
});
