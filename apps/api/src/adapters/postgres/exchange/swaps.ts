import type pg from 'pg';
import type { TransactionHash } from '#domain/address/address';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import { confirmedDelivery } from '#domain/swap/swap';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { ClaimedSwap, OfferedRoute, StoredSwap, Swaps } from '../../../ports/swaps.ts';
import { lockOwner } from '../accounts/owner-lock.ts';
import { bytesInJson } from '../connection/bytes-in-json.ts';
import type { ColumnOf, RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { type MovementOrigin, rememberOrigins } from '../history/movement-origins.ts';
import type { swapOffers, swaps } from '../schema/swaps.ts';
import { offerContent, swapContent } from './swap-seals.ts';
import { columnOfSwapStep, swapStepOfColumn } from './swap-step-column.ts';

const OPEN = "status not in ('completed', 'failed')";

/** A new swap belongs to its request for this long. */
const REQUEST_LEASE_MS = 20_000;

/**
 * Swaps in PostgreSQL.
 * @param seals of offers and swaps; a row without its own counts as none
 * @returns the port over a pool of connections
 */
export function createPostgresSwaps({ pool }: { readonly pool: pg.Pool }, seals: RowSeals): Swaps {
  const isSealed = (row: SwapRow) => seals.isSealed(...swapContent(row), row.seal);
  return {
    offer: async (routes) => {
      const rows = routes.map((route) => offerColumns(route, seals));
      if (rows.length > 0) await run(pool, OFFER, [JSON.stringify(rows)]);
    },
    findOffer: async (userId, requestId) => {
      const row = await readFirst(pool, FIND_OFFER, [userId, requestId]);
      if (row === null || !seals.isSealed(...offerContent(row), row.seal)) return null;
      return offerOf(row);
    },
    findByKey: async (userId, idempotencyKey) => {
      const row = await readFirst(pool, FIND_BY_KEY, [userId, idempotencyKey]);
      return row === null || !isSealed(row)
        ? null
        : { ...claimOf(row), fingerprint: row.fingerprint };
    },
    insert: async (swap, { idempotencyKey, fingerprint }) => {
      const row = columns(swap, { idempotencyKey, fingerprint, seals });
      return (await run(pool, INSERT, [JSON.stringify(row)])) === 1;
    },
    find: async (userId, requestId) => {
      const row = await readFirst(pool, FIND, [userId, requestId]);
      return row === null || !isSealed(row) ? null : claimOf(row);
    },
    list: async (userId, { before, limit }) => {
      const rows = await readAll(pool, LIST, [userId, before, limit]);
      return rows.filter(isSealed).map((row) => claimOf(row).swap);
    },
    listOpen: async (userId) =>
      (await readAll(pool, LIST_OPEN, [userId])).filter(isSealed).map(claimOf),
    claimDue: async ({ now, leaseMs, limit }) => {
      const until = new Date(now.getTime() + leaseMs);
      return (await readAll(pool, CLAIM, [now, until, limit])).filter(isSealed).map(claimOf);
    },
    isDeliveryOfAnother: (swap, hash) => isTaken(pool, swap, hash),
    record: ({ version }, next, dueAt) =>
      inTransaction(pool, async (connection) => {
        const delivery = confirmedDelivery(next);
        if (delivery !== null) {
          // Two swaps of a user that name one delivery are stored one after the other.
          await lockOwner(connection, next.userId);
          if (await isTaken(connection, next, delivery)) return false;
        }
        const { steps, status, error, updatedAt, requestId } = next;
        const changed = [JSON.stringify(steps), status, error, updatedAt, dueAt];
        const seal = seals.seal(...swapContent(sealedColumns(next)));
        const count = await run(connection, RECORD, [...changed, requestId, version, seal]);
        if (count !== 1) return false;
        await rememberOrigins(connection, arrivalsOf(next));
        return true;
      }),
    sweepOffers: async (before) => {
      await run(pool, SWEEP_OFFERS, [before]);
    },
  };
}

type OfferRow = RowOf<typeof swapOffers>;
type SwapRow = RowOf<typeof swaps>;

export const OFFER = statement(`
  insert into swap_offers select * from jsonb_populate_recordset(null::swap_offers, $1::jsonb)
  on conflict do nothing`);

export const FIND_OFFER = statement<OfferRow>(
  'select * from swap_offers where user_id = $1 and request_id = $2',
);

export const SWEEP_OFFERS = statement('delete from swap_offers where offered_at < $1');

export const FIND = statement<SwapRow>(
  'select * from swaps where user_id = $1 and request_id = $2',
);

export const FIND_BY_KEY = statement<SwapRow>(
  'select * from swaps where user_id = $1 and idempotency_key = $2',
);

export const LIST_OPEN = statement<SwapRow>(
  `select * from swaps where user_id = $1 and ${OPEN} order by created_at limit 100`,
);

export const INSERT = statement(`
  insert into swaps select * from jsonb_populate_record(null::swaps, $1::jsonb)
  on conflict do nothing`);

export const LIST = statement<SwapRow>(`
  select * from swaps
  where user_id = $1 and ($2::text is null or (created_at, request_id) < (
    select created_at, request_id from swaps where user_id = $1 and request_id = $2))
  order by created_at desc, request_id desc limit $3`);

/** A claim is a change: a process that held the swap before can no longer store. */
export const CLAIM = statement<SwapRow>(`
  with due as (
    select request_id from swaps where ${OPEN} and due_at <= $1
    order by due_at limit $3 for update skip locked
  )
  update swaps s set due_at = $2, version = version + 1 from due where s.request_id = due.request_id
  returning s.*`);

export const RECORD = statement(
  `update swaps set steps = $1, status = $2, error = $3, updated_at = $4, due_at = $5, version = version + 1,
     seal = $8
   where request_id = $6 and version = $7`,
);

export const DELIVERED = statement<{ readonly is_taken: boolean }>(
  `select exists(select from swaps where user_id = $1 and request_id <> $2 and steps @> $3::jsonb) as is_taken`,
);

async function isTaken(
  connection: Queryable,
  { userId, requestId }: Pick<StoredSwap, 'userId' | 'requestId'>,
  destinationHash: TransactionHash,
): Promise<boolean> {
  const steps = JSON.stringify([{ destinationHash, delivery: 'confirmed' }]);
  const row = await readFirst(connection, DELIVERED, [userId, requestId, steps]);
  return row?.is_taken ?? false;
}

/** The output of a step on another chain is not a transaction of ours. */
function arrivalsOf({ account, requestId, steps }: StoredSwap): readonly MovementOrigin[] {
  return steps.flatMap((step) => {
    if (step.state !== 'done' && step.state !== 'failed') return [];
    const { hash, destinationHash } = step;
    if (destinationHash === null || destinationHash === hash) return [];
    return [{ account, transactionHash: destinationHash, type: 'swap', originId: requestId }];
  });
}

function offerColumns(
  offer: OfferedRoute,
  seals: Pick<RowSeals, 'seal'>,
): Readonly<Record<ColumnOf<typeof swapOffers>, unknown>> {
  const row = {
    request_id: offer.requestId,
    user_id: offer.userId,
    account: offer.account,
    from_token_id: offer.fromTokenId,
    to_token_id: offer.toTokenId,
    amount: offer.amount.toString(),
    route: offer.route,
    offered_at: offer.offeredAt,
  };
  return { ...row, seal: bytesInJson(seals.seal(...offerContent(row))) };
}

function offerOf(row: Omit<OfferRow, 'seal'>): OfferedRoute {
  return {
    requestId: row.request_id,
    userId: row.user_id,
    account: row.account,
    fromTokenId: row.from_token_id,
    toTokenId: row.to_token_id,
    amount: digitsToBaseUnits(row.amount),
    route: row.route,
    offeredAt: row.offered_at,
  };
}

function columns(
  swap: StoredSwap,
  {
    idempotencyKey,
    fingerprint,
    seals,
  }: {
    readonly idempotencyKey: string;
    readonly fingerprint: string;
    readonly seals: Pick<RowSeals, 'seal'>;
  },
): Readonly<Record<ColumnOf<typeof swaps>, unknown>> {
  const row = sealedColumns(swap);
  return {
    ...row,
    updated_at: swap.updatedAt,
    idempotency_key: idempotencyKey,
    fingerprint,
    due_at: new Date(swap.createdAt.getTime() + REQUEST_LEASE_MS),
    version: 1,
    seal: bytesInJson(seals.seal(...swapContent(row))),
  };
}

/** The columns that the seal covers, as they are read. */
function sealedColumns(swap: StoredSwap): Parameters<typeof swapContent>[0] {
  return {
    request_id: swap.requestId,
    user_id: swap.userId,
    account: swap.account,
    from_token_id: swap.fromTokenId,
    to_token_id: swap.toTokenId,
    amount: swap.amount.toString(),
    minimum_received: swap.minimumReceived.toString(),
    slippage_bps: swap.slippageBps,
    route: swap.route,
    steps: swap.steps.map(columnOfSwapStep),
    status: swap.status,
    error: swap.error,
    created_at: swap.createdAt,
  };
}

function claimOf(row: SwapRow): ClaimedSwap {
  const { offeredAt: _never, ...same } = offerOf({ ...row, offered_at: row.created_at });
  return {
    version: row.version,
    swap: {
      ...same,
      minimumReceived: digitsToBaseUnits(row.minimum_received),
      slippageBps: row.slippage_bps,
      steps: row.steps.map(swapStepOfColumn),
      status: row.status,
      error: row.error,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
  };
}
