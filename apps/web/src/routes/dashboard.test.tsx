import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { buildChain, buildCoin, buildPrice } from '#testing/coin';
import type { FakeResponse } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import { buildUser } from '#testing/user';
import { toggleDiscretion } from '../state/discretion.ts';
import { chains, signInBeforeEach, startDashboard } from './dashboard.test-setup.tsx';

signInBeforeEach();

const row = async (name: string) => {
  const refresh = await screen.findByRole('button', { name: `Refresh ${name}` });
  return within(refresh.closest('li') ?? refresh);
};

describe('the token list', () => {
  test('shows nine skeletons while loading (§9)', () => {
    startDashboard({ 'GET /api/wallet/public/coins': () => new Promise(() => {}) });
    expect(screen.getAllByTestId('coin-skeleton')).toHaveLength(9);
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  });

  test('a row shows price with 2 decimals, change, balance, and USD value with 4 decimals (§2)', async () => {
    startDashboard();
    const pol = await row('POL on Polygon');
    expect(pol.getAllByText('$0.43')).not.toHaveLength(0);
    expect(pol.getAllByText(/2\.14%/)).not.toHaveLength(0);
    expect(pol.getByText('10.0000 POL')).toBeDefined();
    expect(pol.getByText('≈ $4.3000')).toBeDefined();
  });

  test('a missing price is a dash, and the total names the coin it leaves out', async () => {
    const lost = buildCoin({ id: 'avalanche-avax', symbol: 'AVAX', price: buildPrice() });
    startDashboard({
      'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([lost])] } }),
    });
    expect(await screen.findByText('Excludes AVAX (no price)')).toBeDefined();
    expect((await row('AVAX on Polygon')).getAllByText('—')).not.toHaveLength(0);
  });

  test('a row menu offers Deposit, Send, Receive and History (§2)', async () => {
    const { user } = startDashboard();
    await user.click(
      await screen.findByRole('button', { name: 'More actions for POL on Polygon' }),
    );
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(items).toEqual(['Deposit', 'Send', 'Receive', 'History']);
  });

  test('a shieldable coin has a shield icon, with its tooltip; another has none (§2)', async () => {
    const plain = buildCoin({ id: 'avalanche-usdc', chain: 'Avalanche', isShieldable: false });
    const { user } = startDashboard({
      'GET /api/wallet/public/coins': () => ({
        body: { data: [buildChain([buildCoin(), plain])] },
      }),
    });
    await user.hover(
      await screen.findByRole('button', { name: 'Make private: Shield USDC on Polygon' }),
    );
    expect((await screen.findByRole('tooltip')).textContent).toBe('Shield');
    expect(
      screen.queryByRole('button', { name: 'Make private: Shield USDC on Avalanche' }),
    ).toBeNull();
  });

  test('a refresh is disabled while it runs, and changes its own coin only (§4 Coins)', async () => {
    let respond = (_: FakeResponse) => {};
    const { user } = startDashboard({
      'POST /api/wallet/public/coins/polygon-usdc/refresh': () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    });
    const button = await screen.findByRole('button', { name: 'Refresh USDC on Polygon' });
    await user.click(button);
    expect(button).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Refresh POL on Polygon' })).toHaveProperty(
      'disabled',
      false,
    );
    respond({ body: { data: buildCoin({ balance: '7', balanceBaseUnits: '7000000' }) } });
    expect(await screen.findByText('7.0000 USDC')).toBeDefined();
    expect(screen.getByText('10.0000 POL')).toBeDefined();
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
  });

  test('an empty wallet says what to do', async () => {
    const none = buildCoin({ balanceBaseUnits: '0', balance: '0' });
    startDashboard({
      'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([none])] } }),
    });
    expect(await screen.findByText('No coins yet')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Acquire' })).toBeDefined();
  });

  test('a failed read says so, and Try again reads again', async () => {
    let isBroken = true;
    const error = 'Something went wrong on our side.';
    const { user } = startDashboard({
      'GET /api/wallet/public/coins': () =>
        isBroken ? { status: 500, body: { error, code: 'internal' } } : { body: { data: chains } },
    });
    expect(await screen.findByText(/Something went wrong on our side/)).toBeDefined();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('10.0000 POL')).toBeDefined();
  });

  test('balances on an unreachable chain stay, with their time and a retry', async () => {
    const stale = buildCoin({ isStale: true });
    startDashboard({
      'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([stale])] } }),
    });
    expect(await screen.findByText(/Polygon isn’t responding/)).toBeDefined();
    expect(screen.getByText('250.0000 USDC')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  });
});

describe('discretion', () => {
  test('removes every figure from the page, instead of only hiding it visually', async () => {
    toggleDiscretion();
    startDashboard();
    await screen.findByRole('button', { name: 'Refresh POL on Polygon' });
    const text = document.body.innerHTML;
    for (const secret of ['10.0000', '4.3000', '254.30', '250', '98%']) {
      expect(text).not.toContain(secret);
    }
    expect(screen.getAllByText('hidden').length).toBeGreaterThan(4);
  });
});

describe('the account card', () => {
  test('USD sums balance times price; KAX counts only KAX (§9)', async () => {
    const kax = buildCoin({
      id: 'polygon-kax',
      symbol: 'KAX',
      decimals: 18,
      balanceBaseUnits: '2500000000000000000',
    });
    const { user } = startDashboard({
      'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([kax, buildCoin()])] } }),
    });
    const card = within(await screen.findByRole('region', { name: 'Account' }));
    await waitFor(() => expect(card.getByText('$352')).toBeDefined());
    await user.click(card.getByRole('tab', { name: 'KAX' }));
    expect(card.getByText(/^Your KAX/)).toBeDefined();
    expect(card.getAllByTitle('2.5 KAX').map(({ textContent }) => textContent)).toEqual([
      '2.5 KAX',
      '2.5 KAX',
    ]);
    expect(card.getByTitle('0 KAX')).toBeDefined();
  });
});

describe('operations in progress', () => {
  test('are on the dashboard, also after a reload, and link to their steps', async () => {
    startDashboard({
      'GET /api/wallet/operations': () => ({ body: { data: [buildOperationView()] } }),
    });
    const strip = await screen.findByRole('link', { name: /Sending 25 USDC/ });
    expect(strip.getAttribute('href')).toBe(`/dashboard/operations/${buildOperationView().id}`);
    expect(strip.textContent).toContain('Finalizing…');
  });
});

describe('Receive Assets', () => {
  test('shows the address and its QR code of 270 by 270 from Kax’s own service (§2)', async () => {
    const { user } = startDashboard();
    await screen.findByText('10.0000 POL');
    await user.click(screen.getByRole('button', { name: 'Receive' }));
    const address = buildUser().wallet.publicWalletAddress;
    const code = await screen.findByRole('img', { name: `QR code for the address ${address}` });
    expect(code.getAttribute('src')).toBe(`/v1/create-qr-code/?size=270x270&data=${address}`);
    expect(code.getAttribute('width')).toBe('270');
    expect(screen.getByText('Polygon (POL) network tokens only.')).toBeDefined();
  });
});
