import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TokenId } from '#domain/token/token';
import { ALICE, BOB, KAX, USDC } from '#testing/network';
import { START, uuidOf } from '#testing/operation';
import type { Changes, OperationChange } from '../../../ports/changes.ts';
import type { Price } from '../../../ports/price-feed.ts';
import { createRowSeals } from '../../key-vault/row-seals.ts';
import { createPostgresChanges } from '../changes.ts';
import {
  createNotificationListener,
  type NotificationListener,
} from '../connection/notification-listener.ts';
import { OPERATION_CHANGES_CHANNEL } from '../operations/operation-record.ts';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { createPostgresPrices } from './prices.ts';

const MINUTE_MS = 60_000;

const seals = createRowSeals(randomBytes(32));
let databaseUrl: string;
let pool: pg.Pool;

beforeAll(async () => {
  databaseUrl = await createTestDatabase();
  pool = new pg.Pool({ connectionString: databaseUrl, max: 5 });
  pool.on('error', () => undefined);
});

afterAll(async () => {
  await pool?.end();
});

function timeAfter(ms: number): Date {
  return new Date(START.getTime() + ms);
}

function priceAt(usd: number, asOf: Date, change24h: number | null = 0.5): Price {
  return { usd, change24h, asOf };
}

describe('the prices of all processes', () => {
  beforeEach(async () => {
    await pool.query('truncate prices, price_samples, price_turns');
  });

  it('are requested by one process per minute', async () => {
    const prices = createPostgresPrices({ pool }, seals);
    const first = await Promise.all(
      Array.from({ length: 10 }, () => prices.claimRun(START, MINUTE_MS)),
    );
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await prices.claimRun(timeAfter(59_000), MINUTE_MS)).toBe(false);
    expect(await prices.claimRun(timeAfter(59_900), MINUTE_MS)).toBe(true);
  });

  it('are the last that were saved, and an older one changes nothing', async () => {
    const prices = createPostgresPrices({ pool }, seals);
    await prices.save(
      new Map([[USDC.id, priceAt(1, timeAfter(MINUTE_MS), null)]]),
      timeAfter(MINUTE_MS),
    );
    await prices.save(new Map([[USDC.id, priceAt(2, START)]]), timeAfter(2 * MINUTE_MS));
    const known = await prices.all(timeAfter(2 * MINUTE_MS));
    expect(known.get(USDC.id)?.price).toEqual(priceAt(1, timeAfter(MINUTE_MS), null));
    expect(known.has(KAX.id)).toBe(false);
  });

  it('include at most 48 samples of the last day, oldest first, the last one the newest', async () => {
    const prices = createPostgresPrices({ pool }, seals);
    const minutes = Array.from({ length: 26 * 60 }, (_, minute) => minute);
    await prices.addSamples(
      KAX.id,
      minutes.map((minute) => ({ usd: minute, at: timeAfter((minute - 26 * 60) * MINUTE_MS) })),
    );
    await prices.save(new Map([[KAX.id, priceAt(9_999, START)]]), START);
    const samples = (await prices.all(START)).get(KAX.id)?.samples ?? [];
    expect(samples.length).toBeGreaterThanOrEqual(47);
    expect(samples.length).toBeLessThanOrEqual(48);
    expect(samples).toEqual(samples.toSorted((one, other) => one - other));
    expect(samples[0]).toBeGreaterThanOrEqual(120);
    expect(samples.at(-1)).toBe(9_999);
  });

  it('forget what is older than a day', async () => {
    const prices = createPostgresPrices({ pool }, seals);
    await prices.addSamples(KAX.id, [{ usd: 1, at: timeAfter(-25 * 60 * MINUTE_MS) }]);
    await prices.save(new Map([[USDC.id, priceAt(1, START)]]), START);
    expect([...(await prices.oldestSamples()).keys()]).toEqual([USDC.id]);
  });

  it('keep an existing sample when the past is filled again', async () => {
    const prices = createPostgresPrices({ pool }, seals);
    await prices.addSamples(KAX.id, [{ usd: 1, at: START }]);
    await prices.addSamples(KAX.id, [{ usd: 2, at: START }]);
    const { rows } = await pool.query('select usd from price_samples');
    expect(rows).toEqual([{ usd: 1 }]);
    await prices.addSamples('polygon-none' as TokenId, []);
  });
});

describe('the notifications', () => {
  let notificationListener: NotificationListener;
  let changes: Changes;
  let received: string[];
  let operations: OperationChange[];

  beforeEach(async () => {
    received = [];
    operations = [];
    notificationListener = createNotificationListener({ pool });
    changes = createPostgresChanges(notificationListener);
    changes.onPrices(() => received.push('prices'));
    changes.onGap(() => received.push('gap'));
    changes.onOperation((change) => operations.push(change));
    expect(changes.isConnected()).toBe(false);
    await notificationListener.start();
    return () => notificationListener.stop();
  });

  it('inform every process of new prices', async () => {
    await createPostgresPrices({ pool }, seals).save(
      new Map([[USDC.id, priceAt(1, START)]]),
      START,
    );
    await until(() => received.length > 0);
    expect(received).toEqual(['prices']);
  });

  it('say who paid whom', async () => {
    const change: OperationChange = {
      operationId: uuidOf(1),
      kind: 'send',
      userId: uuidOf(2),
      chainId: 31337,
      status: 'mined',
      account: ALICE,
      recipient: BOB,
    };
    await pool.query('select pg_notify($1, $2)', [
      OPERATION_CHANGES_CHANNEL,
      JSON.stringify(change),
    ]);
    await until(() => operations.length > 0);
    expect(operations).toEqual([change]);
  });

  it('know when they cannot arrive, recover automatically and report the gap', async () => {
    expect(changes.isConnected()).toBe(true);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %' and pid <> pg_backend_pid()`,
    );
    await until(() => !changes.isConnected());
    await until(() => received.includes('gap'));
    expect(changes.isConnected()).toBe(true);
  });

  it('return their connection', async () => {
    await notificationListener.stop();
    expect(changes.isConnected()).toBe(false);
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !isSo(); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(isSo()).toBe(true);
}
