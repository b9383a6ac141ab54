import type pg from 'pg';
import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { SwapStep } from '#domain/swap/swap';
import type { TokenId } from '#domain/token/token';
import type { SwapRoute } from '#wire/exchange/route';
import type { ClaimedSwap, OfferedRoute, StoredSwap, Swaps } from '../../../ports/swaps.ts';
import { inTransaction } from '../connection/transaction.ts';
import { type MovementOrigin, rememberOrigins } from '../history/movement-origins.ts';

const OPEN = "status not in ('completed', 'failed')";

/** A new swap is its request's for so long. */
const REQUEST_LEASE_MS = 20_000;

/**
 * Swaps in PostgreSQL.
 * @returns the port over a pool of connections
 */
export function createPostgresSwaps({ pool }: { readonly pool: pg.Pool }): Swaps {
  const read = async (where: string, values: readonly unknown[]): Promise<readonly SwapRow[]> =>
    (await pool.query<SwapRow>(`select * from swaps where ${where}`, [...values])).rows;
  return {
    offer: async (routes) => {
      if (routes.length > 0) await pool.query(OFFER, [JSON.stringify(routes.map(toOfferRow))]);
    },
    findOffer: async (userId, requestId) => {
      const { rows } = await pool.query<OfferRow>(
        'select * from swap_offers where user_id = $1 and request_id = $2',
        [userId, requestId],
      );
      return rows[0] === undefined ? null : offerOf(rows[0]);
    },
    findByKey: async (userId, idempotencyKey) => {
      const [row] = await read('user_id = $1 and idempotency_key = $2', [userId, idempotencyKey]);
      return row === undefined ? null : { ...claimOf(row), fingerprint: row.fingerprint };
    },
    insert: async (swap, { idempotencyKey, fingerprint }) => {
      const { rowCount } = await pool.query(INSERT, [
        JSON.stringify({
          ...toRow(swap),
          idempotency_key: idempotencyKey,
          fingerprint,
          due_at: new Date(swap.createdAt.getTime() + REQUEST_LEASE_MS),
          version: 1,
        }),
      ]);
      return rowCount === 1;
    },
    find: async (userId, requestId) => {
      const [row] = await read('user_id = $1 and request_id = $2', [userId, requestId]);
      return row === undefined ? null : claimOf(row);
    },
    list: async (userId, { before, limit }) => {
      const { rows } = await pool.query<SwapRow>(LIST, [userId, before, limit]);
      return rows.map((row) => claimOf(row).swap);
    },
    listOpen: async (userId) => {
      const rows = await read(`user_id = $1 and ${OPEN} order by created_at limit 100`, [userId]);
      return rows.map(claimOf);
    },
    claimDue: async ({ now, leaseMs, limit }) => {
      const until = new Date(now.getTime() + leaseMs);
      const { rows } = await pool.query<SwapRow>(CLAIM, [now, until, limit]);
      return rows.map(claimOf);
    },
    record: ({ version }, next, dueAt) =>
      inTransaction(pool, async (connection) => {
        const { steps, status, error, updatedAt, requestId } = next;
        const { rowCount } = await connection.query(
          `update swaps set steps = $1, status = $2, error = $3, updated_at = $4, due_at = $5, version = version + 1
         where request_id = $6 and version = $7`,
          [JSON.stringify(steps), status, error, updatedAt, dueAt, requestId, version],
        );
        if (rowCount !== 1) return false;
        await rememberOrigins(connection, arrivalsOf(next));
        return true;
      }),
    sweepOffers: async (before) => {
      await pool.query('delete from swap_offers where offered_at < $1', [before]);
    },
  };
}

const OFFER = `
  insert into swap_offers select * from jsonb_populate_recordset(null::swap_offers, $1::jsonb)
  on conflict do nothing`;

const INSERT = `
  insert into swaps select * from jsonb_populate_record(null::swaps, $1::jsonb)
  on conflict do nothing`;

const LIST = `
  select * from swaps
  where user_id = $1 and ($2::text is null or (created_at, request_id) < (
    select created_at, request_id from swaps where user_id = $1 and request_id = $2))
  order by created_at desc, request_id desc limit $3`;

/** A claim is a change: whoever held the swap before can no longer store. */
const CLAIM = `
  with due as (
    select request_id from swaps where ${OPEN} and due_at <= $1
    order by due_at limit $3 for update skip locked
  )
  update swaps s set due_at = $2, version = version + 1 from due where s.request_id = due.request_id
  returning s.*`;

interface OfferRow {
  readonly request_id: string;
  readonly user_id: string;
  readonly account: PublicAddress;
  readonly from_token_id: TokenId;
  readonly to_token_id: TokenId;
  readonly amount: string;
  readonly route: SwapRoute;
  readonly offered_at: Date;
}

interface SwapRow extends Omit<OfferRow, 'offered_at'> {
  readonly fingerprint: string;
  readonly minimum_received: string;
  readonly slippage_bps: number;
  readonly steps: readonly StepColumn[];
  readonly status: StoredSwap['status'];
  readonly error: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
}

/** A step as it stands in a JSON column: its moments are texts. */
type StepColumn = SwapStep extends infer Step
  ? Step extends unknown
    ? { readonly [Key in keyof Step]: Step[Key] extends Date ? string : Step[Key] }
    : never
  : never;

/** What came out of a step on another chain is no transaction of ours. */
function arrivalsOf({ account, requestId, steps }: StoredSwap): readonly MovementOrigin[] {
  return steps.flatMap((step) => {
    if (step.state !== 'done' && step.state !== 'failed') return [];
    const { hash, destinationHash } = step;
    if (destinationHash === null || destinationHash === hash) return [];
    return [{ account, transactionHash: destinationHash, type: 'swap', originId: requestId }];
  });
}

function toOfferRow(offer: OfferedRoute): object {
  return {
    request_id: offer.requestId,
    user_id: offer.userId,
    account: offer.account,
    from_token_id: offer.fromTokenId,
    to_token_id: offer.toTokenId,
    amount: offer.amount.toString(),
    route: offer.route,
    offered_at: offer.offeredAt,
  };
}

function offerOf(row: OfferRow): OfferedRoute {
  return {
    requestId: row.request_id,
    userId: row.user_id,
    account: row.account,
    fromTokenId: row.from_token_id,
    toTokenId: row.to_token_id,
    amount: BigInt(row.amount) as BaseUnits,
    route: row.route,
    offeredAt: row.offered_at,
  };
}

function toRow(swap: StoredSwap): object {
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
    steps: swap.steps,
    status: swap.status,
    error: swap.error,
    created_at: swap.createdAt,
    updated_at: swap.updatedAt,
  };
}

function claimOf(row: SwapRow): ClaimedSwap {
  const { offeredAt: _never, ...same } = offerOf({ ...row, offered_at: row.created_at });
  return {
    version: row.version,
    swap: {
      ...same,
      minimumReceived: BigInt(row.minimum_received) as BaseUnits,
      slippageBps: row.slippage_bps,
      steps: row.steps.map(stepOf),
      status: row.status,
      error: row.error,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
  };
}

function stepOf(step: StepColumn): SwapStep {
  if ('since' in step) return { ...step, since: new Date(step.since) };
  return 'at' in step ? { ...step, at: new Date(step.at) } : step;
}
