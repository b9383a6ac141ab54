import type { TransactionHash } from '#domain/address/address';
import { confirmedDelivery, hasEnded } from '#domain/swap/swap';
import type { SigningRequest } from '../../ports/operations.ts';
import type { ClaimedSwap, OfferedRoute, StoredSwap, Swaps } from '../../ports/swaps.ts';

/** A swap as it is stored. */
export interface SwapRow {
  swap: StoredSwap;
  version: number;
  dueAt: Date;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

/** What survives a crash: offers and swaps by their request ids. */
export interface SwapRows {
  readonly offers: Map<string, OfferedRoute>;
  readonly swaps: Map<string, SwapRow>;
}

/**
 * Part of signing: an operation that is a step needs its swap to wait for that step's signature, and changes the swap.
 * @returns false where it does not wait for it
 */
export function takeStep(
  swaps: SwapRows['swaps'],
  { swapStep, details }: Pick<SigningRequest, 'swapStep' | 'details'>,
): boolean {
  if (swapStep === undefined) return true;
  const row = swaps.get(swapStep.requestId);
  if (row?.swap.userId !== details.userId || hasEnded(row.swap)) return false;
  if (row.swap.steps[swapStep.number - 1]?.state !== 'to-sign') return false;
  row.version += 1;
  return true;
}

/** A new swap belongs to its request for this long, as in PostgreSQL. */
const REQUEST_LEASE_MS = 20_000;

/**
 * Swaps in memory, with the same guarantees as in PostgreSQL.
 * @param roundTrip takes as long as one to the database; called before and after every statement
 */
export function createMemorySwaps(
  rows: SwapRows,
  roundTrip: () => Promise<void> = async () => {},
): Swaps {
  async function statement<T>(run: () => T): Promise<T> {
    await roundTrip();
    const result = run();
    await roundTrip();
    return result;
  }
  const ofUser = (userId: string) =>
    [...rows.swaps.values()].filter(({ swap }) => swap.userId === userId);
  return {
    offer: (routes) =>
      statement(() => {
        for (const route of routes) {
          if (!rows.offers.has(route.requestId)) rows.offers.set(route.requestId, route);
        }
      }),
    findOffer: (userId, requestId) =>
      statement(() => {
        const offer = rows.offers.get(requestId);
        return offer?.userId === userId ? offer : null;
      }),
    findByKey: (userId, key) =>
      statement(() => {
        const row = ofUser(userId).find(({ idempotencyKey }) => idempotencyKey === key);
        return row === undefined ? null : { ...claimOf(row), fingerprint: row.fingerprint };
      }),
    insert: (swap, key) => statement(() => insert(rows, swap, key)),
    find: (userId, requestId) =>
      statement(() => {
        const row = rows.swaps.get(requestId);
        return row?.swap.userId === userId ? claimOf(row) : null;
      }),
    list: (userId, page) => statement(() => pageOf(ofUser(userId), page)),
    listOpen: (userId) =>
      statement(() =>
        ofUser(userId)
          .filter(({ swap }) => !hasEnded(swap))
          .sort((a, b) => a.swap.createdAt.getTime() - b.swap.createdAt.getTime())
          .map(claimOf),
      ),
    claimDue: (run) => statement(() => claimDue(rows, run)),
    isDeliveryOfAnother: (swap, hash) => statement(() => isTaken(rows, swap, hash)),
    record: (claim, next, dueAt) => statement(() => record(rows, claim, { next, dueAt })),
    sweepOffers: (before) =>
      statement(() => {
        for (const [id, { offeredAt }] of rows.offers) {
          if (offeredAt < before) rows.offers.delete(id);
        }
      }),
  };
}

function pageOf(
  rows: readonly SwapRow[],
  { before, limit }: Parameters<Swaps['list']>[1],
): readonly StoredSwap[] {
  const newest = rows.map(({ swap }) => swap).sort((a, b) => compare(b, a));
  const last = newest.find(({ requestId }) => requestId === before);
  const older = last === undefined ? newest : newest.filter((each) => compare(each, last) < 0);
  return older.slice(0, limit);
}

function claimDue(
  { swaps }: SwapRows,
  { now, leaseMs, limit }: Parameters<Swaps['claimDue']>[0],
): readonly ClaimedSwap[] {
  const due = [...swaps.values()].filter(({ swap, dueAt }) => !hasEnded(swap) && dueAt <= now);
  due.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  return due.slice(0, limit).map((row) => {
    row.version += 1;
    row.dueAt = new Date(now.getTime() + leaseMs);
    return claimOf(row);
  });
}

function isTaken(
  { swaps }: SwapRows,
  { userId, requestId }: Pick<StoredSwap, 'userId' | 'requestId'>,
  hash: TransactionHash,
): boolean {
  return [...swaps.values()].some(
    ({ swap }) =>
      swap.userId === userId && swap.requestId !== requestId && confirmedDelivery(swap) === hash,
  );
}

function record(
  rows: SwapRows,
  { version }: ClaimedSwap,
  { next, dueAt }: { readonly next: StoredSwap; readonly dueAt: Date },
): boolean {
  const row = rows.swaps.get(next.requestId);
  if (row?.version !== version) return false;
  const delivery = confirmedDelivery(next);
  if (delivery !== null && isTaken(rows, next, delivery)) return false;
  const { steps, status, error, updatedAt } = next;
  row.swap = { ...row.swap, steps, status, error, updatedAt };
  row.dueAt = dueAt;
  row.version += 1;
  return true;
}

function insert(
  { swaps }: SwapRows,
  swap: StoredSwap,
  key: { readonly idempotencyKey: string; readonly fingerprint: string },
): boolean {
  const isUsed = [...swaps.values()].some(
    ({ idempotencyKey, swap: { userId } }) =>
      userId === swap.userId && idempotencyKey === key.idempotencyKey,
  );
  if (isUsed || swaps.has(swap.requestId)) return false;
  const dueAt = new Date(swap.createdAt.getTime() + REQUEST_LEASE_MS);
  swaps.set(swap.requestId, { swap, version: 1, dueAt, ...key });
  return true;
}

function claimOf({ swap, version }: SwapRow): ClaimedSwap {
  return { swap, version };
}

/** As the history is ordered: by time, then by id. */
function compare(one: StoredSwap, other: StoredSwap): number {
  const apart = one.createdAt.getTime() - other.createdAt.getTime();
  return apart !== 0 ? apart : one.requestId < other.requestId ? -1 : 1;
}
