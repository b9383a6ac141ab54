import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildNetwork, USDC } from '#testing/network';
import { START } from '#testing/operation';
import { createPriceFeed } from '../adapters/coingecko/price-feed.ts';
import { createRowSeals } from '../adapters/key-vault/row-seals.ts';
import { createPostgresChanges } from '../adapters/postgres/changes.ts';
import { createNotificationListener } from '../adapters/postgres/connection/notification-listener.ts';
import {
  createPostgresCurrencyRates,
  createWritablePostgresCurrencyRates,
} from '../adapters/postgres/exchange/currency-rates.ts';
import { createPostgresPrices } from '../adapters/postgres/exchange/prices.ts';
import { createTestDatabase } from '../adapters/postgres/test-database.test-setup.ts';
import { createRateCache } from '../application/rate-cache.ts';
import { pollPrices } from './poll-prices.ts';

const MINUTE_MS = 60_000;
const EUR = 0.92;

const seals = createRowSeals(randomBytes(32));
const report = ({ message }: { message: string }) => {
  throw new Error(message);
};
let pool: pg.Pool;
let nowMs: number;
let requests: string[];
const clock = { now: () => new Date(nowMs), sleep: async () => {} };

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await createTestDatabase(), max: 8 });
});
afterAll(() => pool?.end());
beforeEach(async () => {
  await pool.query('truncate prices, price_samples, price_turns, currency_rates');
  nowMs = START.getTime();
  requests = [];
});

/** What each process that polls has for itself. */
function createPolling() {
  const feed = createPriceFeed({
    ...{ baseUrl: 'https://prices.example/api/v3', apiKey: null, keyHeader: 'x' },
    markets: [
      {
        network: buildNetwork(),
        pricePlatform: 'polygon-pos',
        priceIds: new Map([[USDC.id, 'usd-coin']]),
      },
    ],
    ...{ timeoutMs: 1_000, clock },
    get: async (url) => {
      requests.push(url);
      return Response.json({ 'usd-coin': { usd: 1, eur: EUR, jpy: 'many' } });
    },
  });
  const prices = createPostgresPrices({ pool }, seals);
  const rates = createWritablePostgresCurrencyRates({ pool }, seals);
  return () =>
    pollPrices({ tokens: [USDC], feed, prices, rates, clock, report }, new Set([USDC.id]));
}

it('rates that one process reads are served by another, with one request a minute for all', async () => {
  const listener = createNotificationListener({ pool });
  const cache = createRateCache({
    rates: createPostgresCurrencyRates({ pool }, seals),
    changes: createPostgresChanges(listener),
    ...{ clock, report },
  });
  await listener.start();
  try {
    const processes = [createPolling(), createPolling()];
    for (let quarter = 0; quarter < 12; quarter += 1) {
      await Promise.all(processes.map((poll) => poll()));
      nowMs += MINUTE_MS / 4;
    }
    expect(requests).toHaveLength(3);
    const asOf = new Date(START.getTime() + 2 * MINUTE_MS).toISOString();
    await expect
      .poll(() => cache.current(), { timeout: 5_000 })
      .toEqual([{ currency: 'EUR', perUsd: EUR, asOf }]);
  } finally {
    await listener.stop();
  }
});

it('a rate that is older than the stored one changes nothing', async () => {
  const rates = createWritablePostgresCurrencyRates({ pool }, seals);
  const stored = { perUsd: EUR, asOf: START, held: null };
  await rates.save(new Map([['EUR', stored]]));
  const older = { perUsd: 0.5, asOf: new Date(START.getTime() - 1), held: null };
  await rates.save(new Map([['EUR', older]]));
  expect([...(await rates.all())]).toEqual([['EUR', stored]]);
});
