import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildChain, buildCoin } from '#testing/coin';
import { KAX, USDC } from '#testing/network';
import { AVAX, buildSwapHop, buildSwapRoute, buildSwapView } from '#testing/swap-route';
import type { SwapView } from '#wire/exchange/swap-view';
import { signInBeforeEachPage, startPage } from '../app/protected-page.test-setup.tsx';
import { useLocation, useNavigate } from '../lib/navigation/navigation.tsx';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import RangoExchange from './rango-exchange.tsx';

signInBeforeEachPage();
beforeEach(() => {
  if (isDiscreet()) act(() => toggleDiscretion());
});

type Responses = Parameters<typeof startPage>[2];

const price = (usd: number) => ({ price: usd, change: null, asOf: null, samples: [] });
const kax = buildCoin({
  id: 'polygon-kax',
  symbol: 'KAX',
  address: KAX.address,
  decimals: 18,
  balance: '123456789.123456789012345678',
  balanceBaseUnits: '123456789123456789012345678',
  price: price(2),
});
const avax = buildCoin({
  id: 'avalanche-avax',
  symbol: 'AVAX',
  address: null,
  decimals: 18,
  price: price(1.9),
});
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
  const page = (
    <>
      <RangoExchange />
      <Browser />
    </>
  );
  const harness = startPage(page, '/rango-exchange', {
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

/** The browser's Back button and address bar. */
function Browser() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back in the browser
      </button>
      <p data-testid="query">{useLocation().search}</p>
    </>
  );
}

const expectQuery = (query: string) =>
  waitFor(() => expect(screen.getByTestId('query').textContent).toBe(query));

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

async function openConfirm(page: ReturnType<typeof start>) {
  await findRoutes(page);
  await page.user.click(await screen.findByRole('button', { name: 'Select Route' }));
}

/** Confirm, once it is no longer too early for a press that was meant for something else. */
async function findSettledConfirm() {
  const button = screen.getByRole('button', { name: 'Confirm' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  return button;
}

async function pressConfirm({ user }: ReturnType<typeof start>) {
  await user.click(await findSettledConfirm());
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
    await openConfirm(page);
    await page.user.dblClick(await findSettledConfirm());
    await screen.findByRole('list', { name: 'Steps of the swap' });
    const [swap, ...more] = page.requests('/api/rango/swap');
    expect(more).toEqual([]);
    expect(swap?.body).toMatchObject({ requestId: 'r1', slippage: '1', outputAmount: '49' });
    expect(swap?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['1.234,5', '1234.5'],
    ['.5', '0.5'],
  ])('an amount written as %s is searched as %s', async (text, amount) => {
    const page = start();
    await findRoutes(page, text);
    await screen.findByRole('article');
    expect(page.requests('/api/rango/routes')[0]?.body).toMatchObject({ amount });
  });

  test('an amount that means two things is not searched, and says which two', async () => {
    const page = start();
    await findRoutes(page, '1,234');
    expect(screen.getByRole('alert').textContent).toBe(
      'Did you mean 1234 or 1.234? Type it one of these ways.',
    );
    expect(page.requests('/api/rango/routes')).toEqual([]);
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
    await openConfirm(page);
    await pressConfirm(page);
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

  test('an empty history says what will be in it, and leads to a first swap', async () => {
    const { user } = start();
    await user.click(await screen.findByRole('link', { name: 'History' }));
    expect(await screen.findByText('Your swaps appear here, with every step.')).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Start a swap' }));
    expect(await screen.findByRole('button', { name: 'Find Route' })).toBeDefined();
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
    await openConfirm(page);
    await pressConfirm(page);
    expect((await screen.findByRole('alert')).textContent).toContain('This quote was not good.');
    response = {
      status: 200,
      body: { data: buildSwapView(route, { status: 'failed', error: null }) },
    };
    await pressConfirm(page);
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

describe('the confirmation', () => {
  test('has everything that it confirms above Confirm, and begins on its title', async () => {
    const page = start();
    await openConfirm(page);
    const title = screen.getByRole('heading', { name: 'Route details' });
    expect(document.activeElement).toBe(title);
    const confirm = screen.getByRole('button', { name: 'Confirm' });
    for (const part of ['Minimum received', 'Total fee', 'Total average time', 'Source wallet']) {
      expect(isAbove(screen.getByText(part), confirm)).toBe(true);
    }
    const hops = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('49'));
    expect(hops).toHaveLength(2);
    for (const hop of hops) expect(isAbove(hop, confirm)).toBe(true);
    expect(isAbove(screen.getByRole('button', { name: 'Back' }), confirm)).toBe(true);
  });

  test('is not made by Enter in the amount, which only finds routes', async () => {
    const page = start();
    await screen.findByRole('button', { name: /Sell token.*KAX/ });
    await page.user.type(screen.getByLabelText('Sell amount'), '50{Enter}');
    await page.user.click(await screen.findByRole('button', { name: 'Select Route' }));
    await findSettledConfirm();
    screen.getByLabelText('Sell amount').focus();
    await page.user.keyboard('{Enter}');
    expect(screen.getByRole('heading', { name: 'Route details' })).toBeDefined();
    expect(page.requests('/api/rango/swap')).toEqual([]);
    expect(page.requests('/api/rango/routes')).toHaveLength(1);
  });

  test('Confirm is not offered while a route is still to be chosen', async () => {
    const page = start();
    await findRoutes(page);
    const routes = await screen.findByRole('heading', { name: '1 route' });
    expect(document.activeElement).toBe(routes);
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    expect(screen.getByText('Select a route to continue')).toBeDefined();
  });

  test('the same amount of a coin has one value on the screen, by the price of the dashboard', async () => {
    const page = start();
    await findRoutes(page);
    await screen.findByRole('article');
    // Ours are 2 and 1.9 dollars, the exchange's 1 dollar.
    expect(values()).toEqual(['≈ $100.0000', '≈ $93.1000', '≈ $93.1000']);
    await page.user.click(screen.getByRole('button', { name: 'Select Route' }));
    expect(values()).toEqual(['≈ $100.0000', '≈ $93.1000', '≈ $100.0000', '≈ $93.1000']);
  });

  test('a fee has the same six decimals in the list and in the confirmation (§9)', async () => {
    const fee = [
      {
        name: 'Network Fee',
        expenseType: 'FROM_SOURCE_WALLET',
        amount: '0.5',
        symbol: 'POL',
        price: 0.43,
      },
    ];
    const costly = buildSwapRoute([buildSwapHop(KAX, AVAX, { fee })]);
    const page = start({ 'POST /api/rango/routes': () => found([costly]) });
    await findRoutes(page);
    expect((await screen.findByRole('article')).textContent).toContain('Total fee $0.215000');
    await page.user.click(screen.getByRole('button', { name: 'Select Route' }));
    const total = screen.getByText('Total fee').nextElementSibling;
    expect(total?.textContent).toBe('$0.215000');
  });
});

function isAbove(part: Node, confirm: Node): boolean {
  return Boolean(part.compareDocumentPosition(confirm) & Node.DOCUMENT_POSITION_FOLLOWING);
}

const values = () => screen.getAllByText(/^≈ \$/).map(({ textContent }) => textContent);

describe('Back and reload', () => {
  test.each([
    ['the browser’s Back', 'Back in the browser'],
    ['Back', 'Back'],
  ])(
    '%s returns from the routes and from the confirmation to the pair, as it was',
    async (_what, name) => {
      const page = start();
      await findRoutes(page);
      await screen.findByRole('article');
      await expectQuery('?step=routes');
      await page.user.click(screen.getByRole('button', { name }));
      await screen.findByRole('button', { name: 'Find Route' });
      await expectQuery('');
      await page.user.click(screen.getByRole('button', { name: 'Find Route' }));
      await page.user.click(await screen.findByRole('button', { name: 'Select Route' }));
      await expectQuery('?step=confirm');
      await page.user.click(screen.getByRole('button', { name }));
      await screen.findByRole('button', { name: 'Find Route' });
      await expectQuery('');
      expect(screen.getByLabelText('Sell amount')).toHaveProperty('value', '50');
    },
  );

  test('Back by keyboard leads to Find Route', async () => {
    const page = start();
    await openConfirm(page);
    await page.user.click(screen.getByRole('button', { name: 'Back' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Find Route' }));
  });

  test('Back changes nothing while the swap is in progress', async () => {
    const page = start();
    await openConfirm(page);
    await pressConfirm(page);
    await screen.findByRole('list', { name: 'Steps of the swap' });
    await page.user.click(screen.getByRole('button', { name: 'Back in the browser' }));
    expect(screen.getByRole('heading', { name: 'Swapping' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Find Route' })).toBeNull();
  });

  test('after a reload the pair and the amount are there, and the step is the pair’s', async () => {
    const page = start();
    await openConfirm(page);
    cleanup();
    start();
    expect(await screen.findByRole('button', { name: 'Find Route' })).toBeDefined();
    expect(screen.getByLabelText('Sell amount')).toHaveProperty('value', '50');
    expect(screen.getByRole('button', { name: /Sell token.*KAX/ })).toBeDefined();
  });

  test.each<[string, 'no response' | { status: number; body: unknown }]>([
    ['no response', 'no response'],
    ['a gateway’s response', { status: 504, body: {} }],
    ['an internal error', refusal(500, 'internal', 'Something failed.')],
  ])(
    'after %s, confirming again has the same key, also after a reload',
    async (_what, response) => {
      const first = start({ 'POST /api/rango/swap': () => response });
      await openConfirm(first);
      await pressConfirm(first);
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain('We don’t know yet whether it started.');
      expect(alert.textContent).toContain('You can confirm again without swapping twice.');
      cleanup();
      const second = start();
      await screen.findByText('We don’t know yet whether it started.');
      await expectQuery('?step=confirm');
      await pressConfirm(second);
      await screen.findByRole('list', { name: 'Steps of the swap' });
      expect(keyIn(second)).toBe(keyIn(first));
      expect(second.requests('/api/rango/routes')).toEqual([]);
    },
  );

  test('a swap that may have started can be returned to after Back, with the same key', async () => {
    let isAway = true;
    const page = start({
      'POST /api/rango/swap': () =>
        isAway ? 'no response' : { body: { data: buildSwapView(route) } },
    });
    await openConfirm(page);
    await pressConfirm(page);
    await screen.findByText('We don’t know yet whether it started.');
    await page.user.click(screen.getByRole('button', { name: 'Back in the browser' }));
    expect(
      await screen.findByText('We don’t know yet whether your last swap started.'),
    ).toBeDefined();
    isAway = false;
    await page.user.click(screen.getByRole('button', { name: 'Check again' }));
    await pressConfirm(page);
    await screen.findByRole('list', { name: 'Steps of the swap' });
    const keys = page
      .requests('/api/rango/swap')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  test('a swap whose response was lost is followed once the history has it', async () => {
    const first = start({ 'POST /api/rango/swap': () => 'no response' });
    await openConfirm(first);
    await pressConfirm(first);
    await screen.findByText('We don’t know yet whether it started.');
    cleanup();
    start({}, [buildSwapView(route)]);
    expect(await screen.findByRole('heading', { name: 'Swapping' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });
});

const keyIn = (page: ReturnType<typeof start>) =>
  page.requests('/api/rango/swap').at(-1)?.headers.get('idempotency-key');

describe('which balance it uses', () => {
  test('the card says that it sells from and pays into the public balance', async () => {
    start();
    await screen.findByRole('heading', { name: 'Which balance this uses' });
    expect(screen.getAllByText('Public balance')).toHaveLength(2);
    expect(screen.getByText('Source wallet').nextElementSibling?.textContent).toMatch(/^0x/);
    expect(screen.getByText(/convert your tokens to USDC on Polygon/)).toBeDefined();
  });

  test('in private mode the page says that swaps are public, and switches on request', async () => {
    act(() => setWalletMode('private'));
    const { user } = start();
    const sentence = await screen.findByText('Swaps are public, even in private mode.');
    expect(sentence.closest('[data-mode="public"]')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Switch to public' }));
    expect(screen.queryByText('Swaps are public, even in private mode.')).toBeNull();
    await expect.poll(() => document.documentElement.dataset.mode).toBe('public');
    expect(screen.getByText('anyone can see', { exact: false })).toBeDefined();
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
