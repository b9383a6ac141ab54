import { expect, it } from 'vitest';
import type { CurrencyRate, KnownRate, RatedCurrency } from '#domain/price/currency-rate';
import type { TokenId } from '#domain/token/token';
import { KAX, USDC } from '#testing/network';
import { START } from '#testing/operation';
import { type Price, PriceFeedUnavailable } from '../ports/price-feed.ts';
import { createPollPrices, pollPrices } from './poll-prices.ts';

const price: Price = { usd: 1, change24h: null, asOf: START };

function setUp() {
  const harness = {
    nowMs: START.getTime(),
    isBroken: false,
    requests: 0,
    perUsd: 0.9,
    pastRequests: [] as TokenId[],
  };
  const rates = new Map<RatedCurrency, KnownRate>();
  const saved: ReadonlyMap<TokenId, Price>[] = [];
  const past: TokenId[] = [];
  const errors: string[] = [];
  let takenAt = 0;
  const ports = {
    tokens: [KAX, USDC],
    feed: {
      read: async () => {
        harness.requests += 1;
        if (harness.isBroken) throw new PriceFeedUnavailable('silent');
        const rate = { perUsd: harness.perUsd, asOf: new Date(harness.nowMs) };
        return {
          prices: new Map([[USDC.id, price]]),
          rates: new Map<RatedCurrency, CurrencyRate>([['EUR', rate]]),
        };
      },
      samples: async ({ id }: { id: TokenId }) => {
        harness.pastRequests.push(id);
        return [{ usd: 1, at: START }];
      },
    },
    prices: {
      claimRun: async (now: Date, everyMs: number) => {
        const isFree = now.getTime() >= takenAt + everyMs;
        if (isFree) takenAt = now.getTime();
        return isFree;
      },
      save: async (prices: ReadonlyMap<TokenId, Price>) => {
        saved.push(prices);
      },
      addSamples: async (tokenId: TokenId) => {
        past.push(tokenId);
      },
      oldestSamples: async () => new Map([[USDC.id, new Date(START.getTime() - 24 * 3_600_000)]]),
      all: async () => new Map(),
    },
    rates: {
      all: async () => new Map(rates),
      save: async (given: ReadonlyMap<RatedCurrency, KnownRate>) => {
        for (const [currency, rate] of given) rates.set(currency, rate);
      },
    },
    clock: {
      now: () => new Date(harness.nowMs),
      sleep: async (ms: number) => {
        harness.nowMs += ms;
        await new Promise((resolve) => setImmediate(resolve));
      },
    },
    report: ({ message }: { message: string }) => errors.push(message),
  };
  return { harness, ports, saved, rates, past, errors };
}

it('requests prices once a minute, however many processes poll', async () => {
  const { harness, ports, saved } = setUp();
  const jobs = [createPollPrices(ports), createPollPrices(ports)];
  for (const job of jobs) job.start();
  while (harness.nowMs < START.getTime() + 10 * 60_000) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(jobs.map((job) => job.stop()));
  expect(harness.requests).toBeGreaterThanOrEqual(8);
  expect(harness.requests).toBeLessThanOrEqual(12);
  expect(saved[0]).toEqual(new Map([[USDC.id, price]]));
});

it('fills the day before once, for the tokens whose day is not known', async () => {
  const { harness, ports, past } = setUp();
  const filled = new Set<TokenId>();
  await pollPrices(ports, filled);
  harness.nowMs += 60_000;
  await pollPrices(ports, filled);
  expect(harness.pastRequests).toEqual([KAX.id]);
  expect(past).toEqual([KAX.id]);
});

it('stores the rates of the same request, and reports a jump of one once, while it is held back', async () => {
  const { harness, ports, rates, errors } = setUp();
  const filled = new Set([KAX.id]);
  const pollAt = async (minute: number, perUsd: number) => {
    Object.assign(harness, { nowMs: START.getTime() + minute * 60_000, perUsd });
    await pollPrices(ports, filled);
    return rates.get('EUR')?.perUsd;
  };
  expect(await pollAt(0, 0.9)).toBe(0.9);
  expect(await pollAt(1, 1.5)).toBe(0.9);
  expect(await pollAt(2, 1.5)).toBe(0.9);
  expect(errors).toEqual(['The rate of EUR changed by more than 20%. It is held back.']);
  expect(await pollAt(61, 1.5)).toBe(1.5);
  expect(await pollAt(62, 1.5)).toBe(1.5);
  expect(errors).toHaveLength(1);
  expect(harness.requests).toBe(5);
});

it('does not request again a past that the feed did not have', async () => {
  const { harness, ports } = setUp();
  const filled = new Set<TokenId>();
  const samples = async () => {
    throw new PriceFeedUnavailable('only for other plans');
  };
  const refusing = { ...ports, feed: { ...ports.feed, samples } };
  await expect(pollPrices(refusing, filled)).rejects.toBeInstanceOf(PriceFeedUnavailable);
  harness.nowMs += 60_000;
  await pollPrices(refusing, filled);
  expect(harness.requests).toBe(2);
});

it('reports when the feed does not respond, stores nothing and continues', async () => {
  const { harness, ports, saved, errors } = setUp();
  harness.isBroken = true;
  const job = createPollPrices(ports);
  job.start();
  while (errors.length < 2) await new Promise((resolve) => setImmediate(resolve));
  await job.stop();
  expect(saved).toEqual([]);
  expect(new Set(errors)).toEqual(new Set(['The prices could not be read or stored.']));
});
