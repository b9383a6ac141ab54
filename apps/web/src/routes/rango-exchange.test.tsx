import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildChain, buildCoin } from '#testing/coin';
import { KAX, USDC } from '#testing/network';
import { AVAX, buildSwapHop, buildSwapRoute, buildSwapView } from '#testing/swap-route';
import type { SwapView } from '#wire/exchange/swap-view';
import { signInBeforeEachPage, startPage } from '../app/protected-page.test-setup.tsx';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import RangoExchange from './rango-exchange.tsx';

signInBeforeEachPage();
beforeEach(() => {
  if (isDiscreet()) act(() => toggleDiscretion());
});

type Responses = Parameters<typeof startPage>[2];

const kax = buildCoin({
  id: 'polygon-kax',
  symbol: 'KAX',
  address: KAX.address,
  decimals: 18,
  balance: '123456789.123456789012345678',
  balanceBaseUnits: '123456789123456789012345678',
});
const avax = buildCoin({ id: 'avalanche-avax', symbol: 'AVAX', address: null, decimals: 18 });
const swapTokenOf = ({ id, symbol, address, decimals }: typeof kax, blockchain: string) => ({
  id,
  blockchain,
  symbol,
  name: symbol,
  address,
  decimals,
  image: '/marks/token.svg',
  usdPrice: 1,
});
const blockchains = [
  {
    name: 'POLYGON',
    displayName: 'Polygon',
    type: 'EVM',
    symbol: 'POL',
    image: '/marks/chain-polygon.svg',
    chainId: 31337,
    coins: [swapTokenOf(kax, 'POLYGON')],
  },
  {
    name: 'AVAX_CCHAIN',
    displayName: 'Avalanche',
    type: 'EVM',
    symbol: 'AVAX',
    image: '/marks/chain-avalanche.svg',
    chainId: 31114,
    coins: [swapTokenOf(avax, 'AVAX_CCHAIN')],
  },
];
const route = buildSwapRoute([buildSwapHop(KAX, USDC), buildSwapHop(USDC, AVAX)], {
  tags: [{ label: 'Recommended', value: 'RECOMMENDED' }],
});
const refusal = (status: number, code: string, error: string) => ({
  status,
  body: { error, code },
});
const found = (results: readonly unknown[], diagnosis: string | null = null) => ({
  body: {
    results,
    diagnosis,
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    minimumAmount: null,
  },
});

function start(more: Responses = {}, inProgress: readonly SwapView[] = []) {
  let history = inProgress;
  const harness = startPage(<RangoExchange />, '/rango-exchange', {
    'GET /api/wallet/public/coins': () => ({
      body: { data: [buildChain([kax]), buildChain([avax], { name: 'Avalanche' })] },
    }),
    'GET /api/rango/blockchains?prefix=': () => ({ body: { data: blockchains, asOf: '' } }),
    'GET /api/rango/tokens?blockchain=POLYGON&prefix=&cursor=0&limit=50': () => ({
      body: { data: [kax, avax].map((coin) => swapTokenOf(coin, 'POLYGON')), next: null },
    }),
    'GET /api/rango/coins/avalanche-avax': () => refusal(503, 'exchange-unavailable', 'Away.'),
    'GET /api/rango/coins/avalanche-avax/history': () =>
      refusal(503, 'exchange-unavailable', 'Away.'),
    'GET /api/rango/history': () => ({ body: { data: history, next: null } }),
    'POST /api/rango/routes': () => found([route]),
    'POST /api/rango/swap': () => {
      history = [buildSwapView(route)];
      return { body: { data: history[0] } };
    },
    ...more,
  });
  return {
    ...harness,
    requests: (path: string) => harness.api.seen.filter((request) => request.path === path),
  };
}

/** @returns the swap with its last step changed */
function endedWith(swap: SwapView, last: Partial<SwapView['progress'][number]>): SwapView {
  const progress = swap.progress.map((step, index) =>
    index === swap.progress.length - 1 ? { ...step, ...last } : step,
  );
  return { ...swap, progress };
}

async function findRoutes({ user }: ReturnType<typeof start>, amount = '50') {
  await screen.findByRole('button', { name: /Sell token.*KAX/ });
  await user.type(screen.getByLabelText('Sell amount'), amount);
  await user.click(screen.getByRole('button', { name: 'Find Route' }));
}

describe('the swap screen (§2 Swap)', () => {
  test('shows each route with total fee, total average time and hops, and a button to confirm', async () => {
    const page = start();
    await findRoutes(page);
    const card = within(await screen.findByRole('article'));
    expect(card.getByText(/Total fee/)).toBeDefined();
    expect(card.getByText('10 seconds')).toBeDefined();
    expect(card.getByText(/49.* AVAX on Avalanche/)).toBeDefined();
    await page.user.click(card.getByRole('button', { name: 'Select Route' }));
    expect(screen.getByText('Source wallet')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Confirm' })).toBeDefined();
  });

  test('a double click on Confirm starts one swap, with the route that was shown', async () => {
    const page = start();
    await findRoutes(page);
    await page.user.click(await screen.findByRole('button', { name: 'Select Route' }));
    await page.user.dblClick(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByRole('list', { name: 'Steps of the swap' });
    const [swap, ...more] = page.requests('/api/rango/swap');
    expect(more).toEqual([]);
    expect(swap?.body).toMatchObject({ requestId: 'r1', slippage: '1', outputAmount: '49' });
    expect(swap?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('after a reload, the swap in progress is shown with its steps', async () => {
    start({}, [buildSwapView(route)]);
    expect(
      await screen.findByRole('heading', { name: /^Swapping 50.* KAX to AVAX$/ }),
    ).toBeDefined();
    expect(screen.getByRole('list', { name: 'Steps of the swap' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'View in history' })).toBeDefined();
  });

  test('says that a delivery is only reported while it is being looked for', async () => {
    start({}, [endedWith(buildSwapView(route), { state: 'sent', delivery: 'checking' })]);
    const sentence = 'The exchange reports a delivery that we can’t see yet. We’re still checking.';
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.queryByText('Swap Successful')).toBeNull();
  });

  test('a swap that ended by the exchange’s word alone is never called successful', async () => {
    const ended = { state: 'done', delivery: 'reported', destTx: `0x${'2'.repeat(64)}` } as const;
    const reported = endedWith(buildSwapView(route, { status: 'completed' }), ended);
    const page = start({ 'POST /api/rango/swap': () => ({ body: { data: reported } }) });
    await findRoutes(page);
    await page.user.click(await screen.findByRole('button', { name: 'Select Route' }));
    await page.user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByRole('heading', { name: 'Delivery not confirmed' });
    expect(screen.getByText('Reported by the exchange, not confirmed by us.')).toBeDefined();
    expect(screen.getByText(/^Reported transaction/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Not confirmed' })).toBeDefined();
    expect(document.body.textContent).not.toContain('Swap Successful');
  });

  test.each([
    ['confirmed', 'Success'],
    ['reported', 'Not confirmed'],
    [null, 'Success'],
  ] as const)('the history shows a delivery that is %s as "%s"', async (delivery, badge) => {
    const ended = buildSwapView(route, { status: 'completed' });
    const { user } = start({}, [endedWith(ended, { state: 'done', delivery })]);
    await user.click(await screen.findByRole('link', { name: 'History' }));
    expect(await screen.findByText(badge)).toBeDefined();
    const other = badge === 'Success' ? 'Not confirmed' : 'Success';
    expect(screen.queryByText(other)).toBeNull();
  });

  test('no routes: both messages, and why (§2, §8)', async () => {
    const page = start({
      'POST /api/rango/routes': () => found([], 'There is no path between these tokens.'),
    });
    await findRoutes(page);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('No routes available for the selected tokens and amount.');
    expect(alert.textContent).toContain(
      'No routes found. Please adjust your swap details. There is no path between these tokens.',
    );
  });

  test('a search that fails shows its text in red (§8)', async () => {
    const page = start({
      'POST /api/rango/routes': () => refusal(502, 'exchange-refused', 'The exchange says: no.'),
    });
    await findRoutes(page);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('The exchange says: no.');
    expect(alert.closest('.form-alert')).not.toBeNull();
  });

  test('a failed swap shows the server’s message, or the message of §8 if there is none', async () => {
    let response: { status: number; body: unknown } = refusal(
      502,
      'exchange-refused',
      'This quote was not good.',
    );
    const page = start({ 'POST /api/rango/swap': () => response });
    await findRoutes(page);
    await page.user.click(await screen.findByRole('button', { name: 'Select Route' }));
    await page.user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This quote was not good.');
    response = { status: 502, body: {} };
    await page.user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Swap failed. Please try again.'),
    );
  });

  test('without the exchange’s lists the pair is Polygon KAX to Avalanche AVAX, and they can be requested again (§9)', async () => {
    let isAway = true;
    const page = start({
      'GET /api/rango/blockchains?prefix=': () =>
        isAway
          ? refusal(503, 'exchange-unavailable', 'The exchange isn’t responding.')
          : { body: { data: blockchains.toReversed(), asOf: '' } },
    });
    expect(await screen.findByText('The exchange isn’t responding.')).toBeDefined();
    await screen.findByRole('button', { name: /Sell token.*KAX/ });
    expect(screen.getByRole('button', { name: /Sell blockchain/ }).textContent).toContain(
      'Polygon',
    );
    expect(screen.getByRole('button', { name: /Receive token.*AVAX/ })).toBeDefined();
    isAway = false;
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: /Sell token.*AVAX/ });
  });

  test('hidden figures reveal nothing about the balance or the swaps in progress', async () => {
    act(() => toggleDiscretion());
    start({}, [buildSwapView(route)]);
    await screen.findByRole('button', { name: 'MAX' });
    await screen.findByRole('list', { name: 'Steps of the swap' });
    expect(document.body.textContent).not.toContain('123,456,789');
    expect(document.body.textContent).not.toMatch(/(50|49)[.\d]* (KAX|USDC|AVAX)/);
  });
});

describe('the pickers with the keyboard alone', () => {
  test('arrow keys move, Enter selects, and the focus returns', async () => {
    const { user } = start();
    const trigger = await screen.findByRole('button', { name: /Sell token.*KAX/ });
    trigger.focus();
    await user.keyboard('{Enter}');
    const search = screen.getByRole('combobox', { name: 'Search by symbol' });
    expect(document.activeElement).toBe(search);
    await screen.findByRole('option', { name: /AVAX/ });
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByRole('button', { name: /Sell token.*AVAX/ })).toBe(
      document.activeElement,
    );
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('Escape closes and changes nothing', async () => {
    const { user } = start();
    const trigger = await screen.findByRole('button', { name: /Sell blockchain/ });
    trigger.focus();
    await user.keyboard('{Enter}{ArrowDown}{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement).toBe(trigger);
    expect(trigger.textContent).toContain('Polygon');
  });
});
