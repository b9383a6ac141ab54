import { expect, it } from 'vitest';
import type { TokenId } from '#domain/token/token';
import { USDC } from '#testing/network';
import { START } from '#testing/operation';
import type { KnownPrice } from '../../../ports/prices.ts';
import { createPriceCache } from './price-cache.ts';

function setUp() {
  const harness = { nowMs: START.getTime(), usd: 1, isBroken: false, errors: [] as string[] };
  let notify: () => void = () => undefined;
  const cache = createPriceCache({
    prices: {
      all: async () => {
        if (harness.isBroken) throw new Error('no database');
        const price = { usd: harness.usd, change24h: null, asOf: new Date(harness.nowMs) };
        return new Map<TokenId, KnownPrice>([[USDC.id, { price, samples: [0.9, 1] }]]);
      },
    },
    changes: {
      onPrices: (listener) => {
        notify = listener;
      },
      onGap: () => undefined,
    },
    clock: { now: () => new Date(harness.nowMs) },
    report: ({ message }) => harness.errors.push(message),
  });
  const notifyPrices = async () => {
    notify();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { harness, cache, notifyPrices };
}

const UNKNOWN = { price: null, change: null, asOf: null, samples: [] };

it('has a price with the samples of its day, and nothing for a token without one', async () => {
  const { cache } = setUp();
  expect(cache.priceOf(USDC.id)).toEqual(UNKNOWN);
  await cache.load();
  expect(cache.priceOf(USDC.id)).toEqual({
    price: 1,
    change: null,
    asOf: START.toISOString(),
    samples: [0.9, 1],
  });
  expect(cache.priceOf('polygon-kax' as TokenId)).toEqual(UNKNOWN);
});

it('shows no price that is older than ten minutes', async () => {
  const { cache, harness } = setUp();
  await cache.load();
  harness.nowMs += 10 * 60_000;
  expect(cache.priceOf(USDC.id).price).toBe(1);
  harness.nowMs += 1;
  expect(cache.priceOf(USDC.id)).toEqual(UNKNOWN);
});

it('follows price notifications', async () => {
  const { cache, harness, notifyPrices } = setUp();
  await cache.load();
  harness.usd = 2;
  await notifyPrices();
  expect(cache.priceOf(USDC.id).price).toBe(2);
});

it('keeps what it has when the prices cannot be read, and reports it', async () => {
  const { cache, harness, notifyPrices } = setUp();
  await cache.load();
  harness.isBroken = true;
  await notifyPrices();
  expect(cache.priceOf(USDC.id).price).toBe(1);
  expect(harness.errors).toEqual(['The prices could not be read.']);
});
