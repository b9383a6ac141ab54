import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DELIVERY_SOUGHT_FOR_MS } from '#domain/swap/delivery';
import { readSecret } from '../../../apps/api/src/adapters/key-vault/key-files.ts';
import { createRowSeals } from '../../../apps/api/src/adapters/key-vault/row-seals.ts';
import { createDatabase } from '../../../apps/api/src/adapters/postgres/connection/connect.ts';
import { createPostgresSwaps } from '../../../apps/api/src/adapters/postgres/exchange/swaps.ts';
import type { StoredSwap } from '../../../apps/api/src/ports/swaps.ts';
import { databaseUrlOf, type Product } from '../start-product.ts';
import type { UserSession } from './user-session.test-setup.ts';

/** What a swap reports of itself. */
export interface SwapEntry {
  readonly requestId: string;
  readonly status: string;
  readonly progress: readonly {
    readonly state: string;
    readonly output: { readonly amount: string; readonly blockchain: string } | null;
  }[];
}

interface Offer {
  readonly requestId: string;
  readonly swaps: readonly unknown[];
}
interface SwapToken {
  readonly blockchain: string;
  readonly address: string | null;
  readonly symbol: string;
  readonly id: string;
}

/** Whole coins of KAX that each swap sells for AVAX. */
export const SWAPPED_KAX = '7';
const ENDED_WITHIN_MS = 600_000;
/** Longer than a delivery takes to be final here. */
const SOUGHT_FOR_MS = 60_000;

/** Begins to sell KAX for AVAX, by the route with the most steps or by the best one. */
export async function beginSwap(user: UserSession, by: 'most steps' | 'best'): Promise<void> {
  const offers = await findRoutes(user);
  const longest = offers.toSorted((one, other) => other.swaps.length - one.swaps.length);
  const requestId = (by === 'best' ? offers : longest)[0]?.requestId;
  if (requestId === undefined) return;
  const key = randomUUID();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if ((await user.post('/rango/swap', { requestId, slippage: 3 }, key)) !== null) return;
    await sleep(300);
  }
}

/** Continues swaps as an open page would. @returns how many have not ended; null without a response */
export async function continueSwaps(user: UserSession): Promise<number | null> {
  await user.post('/rango/swap/continue', {});
  const reply = await user.get<{ data: SwapEntry[] }>('/rango/history');
  return reply?.status === 200 ? reply.body.data.filter((each) => !isEnded(each)).length : null;
}

/** Continues as an open page would, until every swap of the user ended. @returns all of them */
export async function untilSwapsEnded(
  product: Product,
  user: UserSession,
): Promise<readonly SwapEntry[]> {
  const deadline = Date.now() + ENDED_WITHIN_MS;
  const soughtUntil = Date.now() + SOUGHT_FOR_MS;
  for (;;) {
    await user.post('/rango/swap/continue', {});
    const entries = await readSwaps(user);
    if (entries?.every(isEnded)) return entries;
    if (Date.now() > soughtUntil) await endSearch(product, user);
    if (Date.now() > deadline) throw new Error(`Swaps did not end: ${JSON.stringify(entries)}`);
    await sleep(1_000);
  }
}

/**
 * Ends the hour for which a delivery is looked for. A chain that was killed has lost the states that show what its
 * contracts paid, so a native coin that a contract delivered before that is never found.
 */
async function endSearch(product: Product, { publicAddress }: UserSession): Promise<void> {
  const database = createDatabase(await databaseUrlOf(product));
  const key = await readSecret(join(product.dataDir, 'keys', 'worker'), 'shared-rows-1');
  const swaps = createPostgresSwaps(database, createRowSeals(key));
  const { rows } = await database.pool.query<{ readonly user_id: string }>(
    'select user_id from wallets where public_address = $1',
    [publicAddress],
  );
  const longAgo = new Date(Date.now() - DELIVERY_SOUGHT_FOR_MS);
  for (const { user_id: userId } of rows) {
    for (const claim of await swaps.listOpen(userId)) {
      await swaps.record(claim, reportedAt(claim.swap, longAgo), new Date());
    }
  }
  await database.close();
}

function reportedAt(swap: StoredSwap, at: Date): StoredSwap {
  const steps = swap.steps.map((step) =>
    'reportedAt' in step && step.reportedAt > at ? { ...step, reportedAt: at } : step,
  );
  return { ...swap, steps };
}

async function readSwaps(user: UserSession): Promise<readonly SwapEntry[] | null> {
  const entries: SwapEntry[] = [];
  let query = '';
  for (;;) {
    const reply = await user.get<{ data: SwapEntry[]; next: string | null }>(
      `/rango/history${query}`,
    );
    if (reply?.status !== 200) return null;
    entries.push(...reply.body.data);
    if (reply.body.next === null) return entries;
    query = `?before=${reply.body.next}`;
  }
}

function isEnded({ status }: SwapEntry): boolean {
  return status === 'completed' || status === 'failed';
}

/** Retries when the process that would respond was killed. */
async function findRoutes(user: UserSession): Promise<readonly Offer[]> {
  const listed = await user.get<{ data: { coins: SwapToken[] }[] }>('/rango/blockchains');
  if (listed?.status !== 200) return [];
  const tokens = listed.body.data.flatMap(({ coins }) => coins);
  const request = {
    from: sideOf(tokens, 'polygon-kax'),
    to: sideOf(tokens, 'avalanche-avax'),
    amount: SWAPPED_KAX,
    slippage: 3,
  };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const routes = await user.post<{ results?: Offer[] }>('/rango/routes', request);
    if (routes?.body.results?.length) return routes.body.results;
    await sleep(300);
  }
  return [];
}

function sideOf(tokens: readonly SwapToken[], id: string) {
  const found = tokens.find((token) => token.id === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  const { blockchain, address, symbol } = found;
  return { blockchain, address, symbol };
}
