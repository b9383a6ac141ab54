import { describe, expect, test } from 'vitest';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import type { PrivateState } from '#wire/wallet/private-coins';
import { coinsView, mergeCoin, privateCoinsView } from './coins-view.ts';

const AT = Date.parse('2026-01-02T03:10:00.000Z');
const query = { data: [buildChain([buildCoin()])], error: null, dataUpdatedAt: AT };

test('it is loading until there is a response or an error', () => {
  expect(coinsView({ data: undefined, error: null, dataUpdatedAt: 0 })).toEqual({
    at: 'loading',
    isOpening: false,
  });
  const error = { message: 'Network Error' };
  const failed = { at: 'failed', message: 'Network Error' };
  expect(coinsView({ data: undefined, error, dataUpdatedAt: 0 })).toEqual(failed);
});

test('when the server is unreachable, the last known values stay, with their time', () => {
  const view = coinsView({ ...query, error: { message: 'Network Error' } });
  expect(view).toMatchObject({ at: 'ready', staleness: { asOf: AT, unreachable: 'server' } });
});

test('a chain that does not respond is named, with the time of its oldest figure', () => {
  const stale = buildCoin({ isStale: true, asOf: '2026-01-02T03:02:00.000Z' });
  const view = coinsView({ ...query, data: [buildChain([stale])] });
  const asOf = Date.parse('2026-01-02T03:02:00.000Z');
  expect(view).toMatchObject({
    staleness: { asOf, unreachable: 'chains', chainNames: ['Polygon'] },
  });
});

test('it is empty when no coin has a balance', () => {
  const view = coinsView({ ...query, data: [buildChain([buildCoin({ balanceBaseUnits: '0' })])] });
  expect(view).toMatchObject({ at: 'ready', isEmpty: true });
});

test('refreshing a single coin changes that coin and no other (§4 Coins)', () => {
  const [pol, usdc] = [buildNativeCoin(), buildCoin()];
  const other = buildChain([buildCoin({ id: 'avalanche-usdc' })], { chainId: 31114 });
  const fresh = buildCoin({ balanceBaseUnits: '7' });
  const merged = mergeCoin([buildChain([pol, usdc]), other], fresh);
  expect(merged[0]?.coins[1]).toBe(fresh);
  expect(merged[0]?.coins[0]).toBe(pol);
  expect(merged[1]).toBe(other);
});

describe('the private balance', () => {
  const LOOKED_AT = '2026-01-02T03:02:00.000Z';
  const privateView = (
    status: PrivateState['status'],
    asOf: string | null = LOOKED_AT,
    error: { message: string } | null = null,
  ) => privateCoinsView({ ...query, data: { chains: query.data, state: { status, asOf } }, error });

  test('it is opening until it has been read for the first time', () => {
    expect(privateView('starting', null)).toEqual({ at: 'loading', isOpening: true });
  });

  test('known figures stay on screen during a scan', () => {
    expect(privateView('looking')).toMatchObject({
      at: 'ready',
      isScanning: true,
      staleness: null,
      updatedAt: Date.parse(LOOKED_AT),
    });
  });

  test('it is up to date once the pool is fully scanned', () => {
    expect(privateView('ready')).toMatchObject({
      isScanning: false,
      staleness: null,
      updatedAt: AT,
    });
  });

  test('while the pool is unavailable, the last known figures stay, with their time', () => {
    const staleness = { asOf: Date.parse(LOOKED_AT), unreachable: 'pool', chainNames: [] };
    expect(privateView('away')).toMatchObject({ at: 'ready', staleness });
  });

  test('a pool that is unavailable and was never read is an error', () => {
    const message = 'We can’t load your private balance right now.';
    expect(privateView('away', null)).toEqual({ at: 'failed', message });
  });

  test('an unreachable server is reported rather than an unavailable pool', () => {
    const view = privateView('away', LOOKED_AT, { message: 'Network Error' });
    expect(view).toMatchObject({ staleness: { unreachable: 'server' } });
  });
});
