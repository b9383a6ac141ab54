import { expect, test } from 'vitest';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import { coinsView, mergeCoin } from './coins-view.ts';

const AT = Date.parse('2026-01-02T03:10:00.000Z');
const query = { data: [buildChain([buildCoin()])], error: null, dataUpdatedAt: AT };

test('it loads until there is an answer or a failure', () => {
  expect(coinsView({ data: undefined, error: null, dataUpdatedAt: 0 })).toEqual({ at: 'loading' });
  const error = { message: 'Network Error' };
  const failed = { at: 'failed', message: 'Network Error' };
  expect(coinsView({ data: undefined, error, dataUpdatedAt: 0 })).toEqual(failed);
});

test('last known values stay, with the time they were true, when our server is lost', () => {
  const view = coinsView({ ...query, error: { message: 'Network Error' } });
  expect(view).toMatchObject({ at: 'ready', staleness: { asOf: AT, chainNames: [] } });
});

test('a chain that does not answer is named, with the age of its oldest figure', () => {
  const stale = buildCoin({ isStale: true, asOf: '2026-01-02T03:02:00.000Z' });
  const view = coinsView({ ...query, data: [buildChain([stale])] });
  const asOf = Date.parse('2026-01-02T03:02:00.000Z');
  expect(view).toMatchObject({ staleness: { asOf, chainNames: ['Polygon'] } });
});

test('it is empty when no coin has a balance', () => {
  const view = coinsView({ ...query, data: [buildChain([buildCoin({ balanceBaseUnits: '0' })])] });
  expect(view).toMatchObject({ at: 'ready', isEmpty: true });
});

test('a single coin refresh merges into that coin and touches no other (§4 Coins)', () => {
  const [pol, usdc] = [buildNativeCoin(), buildCoin()];
  const other = buildChain([buildCoin({ id: 'avalanche-usdc' })], { chainId: 31114 });
  const fresh = buildCoin({ balanceBaseUnits: '7' });
  const merged = mergeCoin([buildChain([pol, usdc]), other], fresh);
  expect(merged[0]?.coins[1]).toBe(fresh);
  expect(merged[0]?.coins[0]).toBe(pol);
  expect(merged[1]).toBe(other);
});
