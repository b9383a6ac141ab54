import { expect, it } from 'vitest';
import { buildCoin } from '#testing/coin';
import { KAX, USDC } from '#testing/network';
import { AVAX, buildSwapHop, buildSwapRoute } from '#testing/swap-route';
import type { SwapToken } from '#wire/exchange/swap-blockchains';
import { shownPrices } from './shown-prices.ts';
import { EMPTY_SWAP, type SwapState } from './swap-flow.ts';

const token = (id: string, usdPrice: number | null): SwapToken => ({
  id,
  blockchain: 'POLYGON',
  symbol: id,
  name: id,
  address: null,
  decimals: 18,
  image: '',
  usdPrice,
});
const priced = (id: string, price: number | null) =>
  buildCoin({ id, price: { price, change: null, asOf: null, samples: [] } });
const route = buildSwapRoute([buildSwapHop(KAX, USDC), buildSwapHop(USDC, AVAX)]);
const found = { results: [route], diagnosis: null, expiresAt: '', minimumAmount: null };
const state: SwapState = {
  ...EMPTY_SWAP,
  form: {
    ...EMPTY_SWAP.form,
    sell: { blockchain: null, token: token('kax', 1.18) },
    receive: { blockchain: null, token: token('avax', 24.3) },
  },
};
const withRoutes: SwapState = { ...state, step: { at: 'ShowRoute', found, isRefreshing: false } };

it('each token has our price, before and after there is a route', () => {
  const coins = [priced('kax', 1.2), priced('avax', 24)];
  expect(shownPrices(state, coins)).toEqual({ sell: 1.2, receive: 24 });
  expect(shownPrices(withRoutes, coins)).toEqual({ sell: 1.2, receive: 24 });
});

it('a token without a price of ours has the exchange’s: the route’s once there is one', () => {
  const coins = [priced('kax', null), priced('avax', 24)];
  expect(shownPrices(state, coins)).toEqual({ sell: 1.18, receive: 24 });
  expect(shownPrices(withRoutes, coins)).toEqual({ sell: 1, receive: 24 });
});
