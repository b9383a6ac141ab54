import { describe, expect, it } from 'vitest';
import { buildCoin } from '#testing/coin';
import type { SwapRoute } from '#wire/exchange/route';
import type { SwapBlockchain, SwapToken } from '#wire/exchange/swap-blockchains';
import type { SwapView } from '#wire/exchange/swap-view';
import type { FoundRoutes } from './api/swap-routes.ts';
import { fallbackPair } from './fallback-pair.ts';
import {
  EMPTY_SWAP,
  LABEL_BY_STEP,
  SWAP_FAILED,
  type SwapEvent,
  type SwapState,
  swapFlow,
} from './swap-flow.ts';
import { SWAP_MESSAGES, validateSwap } from './validate-swap.ts';

const token = (symbol: string, blockchain: string): SwapToken => ({
  id: `${blockchain}-${symbol}`,
  blockchain,
  symbol,
  name: symbol,
  address: null,
  decimals: 18,
  image: '',
  usdPrice: 1,
});
const chain = (name: string, symbol: string, coins: readonly string[]): SwapBlockchain => ({
  name,
  displayName: name,
  type: 'EVM',
  symbol,
  image: '',
  chainId: 1,
  coins: coins.map((coin) => token(coin, name)),
});
const polygon = chain('POLYGON', 'POL', ['KAX', 'USDC']);
const avalanche = chain('AVAX_CCHAIN', 'AVAX', ['AVAX']);
const blockchains = [polygon, avalanche];

const route = (requestId: string, outputAmount: string, swapperId = 'A'): SwapRoute => ({
  requestId,
  outputAmount,
  resultType: 'OK',
  swaps: [{ swapperId } as SwapRoute['swaps'][number]],
  tags: [],
});
const found = (...results: SwapRoute[]): FoundRoutes => ({
  results,
  diagnosis: null,
  expiresAt: '2026-01-01T00:01:00Z',
  minimumAmount: '3',
});
const view = (status: SwapView['status'], error: string | null = null) =>
  ({ requestId: 'r1', status, error }) as SwapView;

const following = (...events: SwapEvent[]): SwapState => events.reduce(swapFlow, EMPTY_SWAP);
const listed: SwapEvent = { type: 'listed', blockchains };
const typed: SwapEvent = { type: 'amount-typed', text: '50' };
const began: SwapEvent = { type: 'search-began' };
const routesFound: SwapEvent = {
  type: 'routes-found',
  found: found(route('r1', '2'), route('r2', '1', 'B')),
  key: 'k0',
};
const selected: SwapEvent = { type: 'route-selected', route: route('r1', '2'), key: 'k1' };
const toConfirm = [listed, typed, began, routesFound, selected];

describe('the steps (§4 Swap flow)', () => {
  it('begin with the first listed chain and token to the second', () => {
    const { form, step } = following(listed);
    expect(form.sell).toEqual({ blockchain: polygon, token: polygon.coins[0] });
    expect(form.receive).toEqual({ blockchain: avalanche, token: avalanche.coins[0] });
    expect(step.at).toBe('SelectSwapPair');
    expect(Object.values(LABEL_BY_STEP)).toEqual(['Find Route', 'Confirm', 'Swap Successful']);
  });

  it('go through the routes and the confirmation to success', () => {
    expect(following(listed, typed, began, routesFound).step.at).toBe('ShowRoute');
    expect(following(...toConfirm).step.at).toBe('ConfirmSwap');
    const success = following(
      ...toConfirm,
      { type: 'confirm-began' },
      { type: 'swap-taken', swap: view('in-progress') },
      { type: 'swap-seen', swap: view('completed') },
    );
    expect(success.step.at).toBe('SwapSuccess');
  });

  it('reset after a success: amount 0, the first two listed, Find Route', () => {
    const { form, step } = following(...toConfirm, { type: 'reset', blockchains });
    expect(form).toMatchObject({ amount: '0', sell: { token: polygon.coins[0] } });
    expect(step).toMatchObject({ at: 'SelectSwapPair', search: 'idle' });
  });

  it.each<[string, SwapEvent]>([
    ['the amount', { type: 'amount-typed', text: '51' }],
    ['a chain', { type: 'blockchain-chosen', side: 'sell', blockchain: avalanche }],
    ['a token', { type: 'token-chosen', side: 'sell', token: token('USDC', 'POLYGON') }],
    ['the slippage', { type: 'slippage-chosen', slippageBps: 300 }],
    ['both sides', { type: 'sides-flipped' }],
  ])('return to the pair on a change of %s', (_what, event) => {
    expect(following(...toConfirm, event).step.at).toBe('SelectSwapPair');
  });

  it('clear the token when its chain changes', () => {
    const state = following(listed, {
      type: 'blockchain-chosen',
      side: 'sell',
      blockchain: avalanche,
    });
    expect(state.form.sell).toEqual({ blockchain: avalanche, token: null });
  });

  it('go back from the confirmation, but not while a request is in progress', () => {
    expect(following(...toConfirm, { type: 'went-back' }).step.at).toBe('SelectSwapPair');
    const running = following(...toConfirm, { type: 'confirm-began' });
    expect(swapFlow(running, { type: 'went-back' })).toBe(running);
    expect(swapFlow(running, typed)).toBe(running);
  });

  it('ignore routes and errors that arrive after their step was left', () => {
    const left = following(listed, typed, began, routesFound, began, { type: 'went-back' });
    expect(swapFlow(left, routesFound)).toBe(left);
    expect(swapFlow(left, { type: 'search-failed', error: 'No.' })).toBe(left);
  });

  it('report that there is no route, and the minimum amount when the exchange names one', () => {
    const none: SwapEvent = { type: 'routes-found', found: found(), key: 'k' };
    const { step } = following(listed, typed, began, none);
    expect(step).toMatchObject({ at: 'SelectSwapPair', search: 'none', minimumAmount: '3' });
  });
});

describe('without a list (§9 default swap pair)', () => {
  const kax = buildCoin({ id: 'polygon-kax', symbol: 'KAX', address: '0xcafe', decimals: 18 });
  const avax = buildCoin({ id: 'avalanche-avax', symbol: 'AVAX', address: null, chainId: 31114 });
  const unlisted: SwapEvent = { type: 'unlisted', pair: fallbackPair([kax, avax]) };

  it('the pair is Polygon KAX to Avalanche AVAX', () => {
    const { form } = following(unlisted);
    expect(form.sell).toMatchObject({
      blockchain: { name: 'POLYGON', displayName: 'Polygon' },
      token: { id: 'polygon-kax', blockchain: 'POLYGON', address: '0xcafe' },
    });
    expect(form.receive).toMatchObject({
      blockchain: { name: 'AVAX_CCHAIN', displayName: 'Avalanche' },
      token: { id: 'avalanche-avax', blockchain: 'AVAX_CCHAIN', address: null },
    });
    expect(validateSwap({ ...form, amount: '5' }, null, '.')).toBeNull();
  });

  it('a token whose address is unknown is left empty until the wallet’s coins are loaded', () => {
    const early: SwapEvent = { type: 'unlisted', pair: fallbackPair([]) };
    expect(following(early).form.sell).toMatchObject({
      blockchain: { name: 'POLYGON' },
      token: null,
    });
    expect(following(early, unlisted).form.sell.token?.id).toBe('polygon-kax');
  });

  it('the list replaces the pair when it arrives, unless the user has changed something', () => {
    expect(following(unlisted, listed).form.sell.token).toEqual(polygon.coins[0]);
    const chosen = following(unlisted, typed);
    expect(swapFlow(chosen, listed)).toBe(chosen);
    expect(swapFlow(following(listed), unlisted).form.sell.token).toEqual(polygon.coins[0]);
  });
});

describe('a new quote', () => {
  it('that differs requires another confirmation and shows the previous rate', () => {
    const fresh: SwapEvent = { type: 'routes-found', found: found(route('r9', '1.9')), key: 'k2' };
    expect(following(...toConfirm, fresh).step).toMatchObject({
      at: 'ConfirmSwap',
      changedFrom: '2',
      key: 'k2',
      route: { requestId: 'r9' },
    });
  });

  it('keeps the result of the previous swap visible, and starts the next one under its own key', () => {
    const failed: SwapEvent = { type: 'swap-taken', swap: view('failed', 'Reverted.') };
    const fresh: SwapEvent = { type: 'routes-found', found: found(route('r9', '1.9')), key: 'k2' };
    const state = following(...toConfirm, { type: 'confirm-began' }, failed, fresh);
    expect(state.step).toMatchObject({
      key: 'k2',
      attempt: { at: 'failed', message: 'Reverted.' },
    });
    const refused: SwapEvent = { type: 'swap-failed', message: 'Rate changed.', isUnknown: false };
    const again = following(...toConfirm, { type: 'confirm-began' }, refused, fresh);
    expect(again.step).toMatchObject({ key: 'k2', attempt: { at: 'idle' } });
  });

  it('does not replace the quote of a swap that may have started', () => {
    const unknown: SwapEvent = { type: 'swap-failed', message: 'Network Error', isUnknown: true };
    const state = following(...toConfirm, { type: 'confirm-began' }, unknown);
    const fresh: SwapEvent = { type: 'routes-found', found: found(route('r9', '1.9')), key: 'k2' };
    expect(swapFlow(state, fresh).step).toMatchObject({ key: 'k1', route: { requestId: 'r1' } });
  });
});

describe('a swap that may have started', () => {
  const unknown: SwapEvent = { type: 'swap-failed', message: 'Network Error', isUnknown: true };
  const failed = following(...toConfirm, { type: 'confirm-began' }, unknown);

  it('follows the history as soon as it lists the swap', () => {
    const other = { ...view('in-progress'), requestId: 'r7' };
    expect(swapFlow(failed, { type: 'swap-seen', swap: other })).toBe(failed);
    const seen = swapFlow(failed, { type: 'swap-seen', swap: view('in-progress') });
    expect(seen.step).toMatchObject({ attempt: { at: 'swapping' } });
  });

  it.each<[string, SwapEvent]>([
    ['Back', { type: 'went-back' }],
    ['another slippage', { type: 'slippage-chosen', slippageBps: 300 }],
  ])('is kept after %s, and can be returned to with its key and its form', (_what, event) => {
    const left = swapFlow(failed, event);
    expect(left.step.at).toBe('SelectSwapPair');
    const returned = swapFlow(left, { type: 'returned' });
    expect(returned.step).toMatchObject({ at: 'ConfirmSwap', key: 'k1' });
    expect(returned.form).toEqual(failed.form);
    expect(returned.unsettled).toBeNull();
  });

  it('is no longer kept once it was refused', () => {
    const refused: SwapEvent = { type: 'swap-failed', message: 'No.', isUnknown: false };
    const settled = [{ type: 'confirm-began' }, refused, { type: 'went-back' }] as const;
    expect(settled.reduce<SwapState>(swapFlow, failed).unsettled).toBeNull();
  });
});

it('shows why a swap failed, or the message of §8', () => {
  const begun = following(...toConfirm, { type: 'confirm-began' });
  const refunded = swapFlow(begun, {
    type: 'swap-taken',
    swap: view('failed', 'You have it again.'),
  });
  expect(refunded.step).toMatchObject({ attempt: { at: 'failed', message: 'You have it again.' } });
  const silent = swapFlow(begun, { type: 'swap-taken', swap: view('failed') });
  expect(silent.step).toMatchObject({ attempt: { message: SWAP_FAILED } });
});

describe('the messages of the form (§5), in this order', () => {
  const { form } = following(listed, typed);
  const coin = { availableBaseUnits: '49000000000000000000' } as never;
  it.each([
    [SWAP_MESSAGES.amount, { ...form, amount: '0', sell: { ...form.sell, token: null } }],
    [SWAP_MESSAGES.amount, { ...form, amount: '1e3' }],
    ['Did you mean 1234 or 1.234? Type it one of these ways.', { ...form, amount: '1,234' }],
    [SWAP_MESSAGES.tokens, { ...form, sell: { ...form.sell, token: null } }],
    [SWAP_MESSAGES.blockchains, { ...form, receive: form.sell }],
    [SWAP_MESSAGES.balance, form],
    [SWAP_MESSAGES.balance, { ...form, amount: '1.234,5' }],
    [null, { ...form, amount: '49' }],
    [null, { ...form, amount: '1,5' }],
    [null, { ...form, amount: '.5' }],
  ])('%s', (message, requests) => {
    expect(validateSwap(requests, coin, '.')).toBe(message);
  });
});
