import { expect, it } from 'vitest';
import type { KnownRate, RatedCurrency } from '#domain/price/currency-rate';
import { START } from '#testing/operation';
import { createRateCache } from './rate-cache.ts';

const DAY_MS = 24 * 60 * 60_000;

function setUp() {
  const harness = {
    ...{ nowMs: START.getTime(), perUsd: 0.92, isBroken: false, reads: 0 },
    errors: [] as string[],
  };
  const listeners: (() => void)[] = [];
  const cache = createRateCache({
    rates: {
      all: async () => {
        harness.reads += 1;
        if (harness.isBroken) throw new Error('no database');
        const held = { perUsd: 9, since: START };
        return new Map<RatedCurrency, KnownRate>([
          ['EUR', { perUsd: harness.perUsd, asOf: START, held }],
          ['JPY', { perUsd: 150, asOf: new Date(START.getTime() + 1), held: null }],
        ]);
      },
    },
    changes: {
      onPrices: (listener) => listeners.push(listener),
      onGap: (listener) => listeners.push(listener),
    },
    clock: { now: () => new Date(harness.nowMs) },
    report: ({ message }) => harness.errors.push(message),
  });
  const notify = async (at: number) => {
    listeners[at]?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { harness, cache, notify };
}

it('has the rates in use, without reading them for each request, and none that is held back', async () => {
  const { cache, harness } = setUp();
  expect(cache.current()).toEqual([]);
  await cache.load();
  for (let request = 0; request < 3; request += 1) {
    expect(cache.current()[0]).toEqual({
      ...{ currency: 'EUR', perUsd: 0.92, asOf: START.toISOString() },
    });
  }
  expect(harness.reads).toBe(1);
});

it('leaves out a rate that is older than a day', async () => {
  const { cache, harness } = setUp();
  await cache.load();
  harness.nowMs += DAY_MS + 1;
  expect(cache.current().map(({ currency }) => currency)).toEqual(['JPY']);
});

it.each([
  ['new prices', 0],
  ['a gap in the notifications', 1],
])('reads the rates again after %s', async (_case, listener) => {
  const { cache, harness, notify } = setUp();
  await cache.load();
  harness.perUsd = 0.93;
  await notify(listener);
  expect(cache.current()[0]?.perUsd).toBe(0.93);
});

it('keeps what it has when the rates cannot be read, and reports it', async () => {
  const { cache, harness, notify } = setUp();
  await cache.load();
  harness.isBroken = true;
  await notify(0);
  expect(cache.current()).toHaveLength(2);
  expect(harness.errors).toEqual(['The currency rates could not be read.']);
});
