import type pg from 'pg';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import type {
  HistoryRequest,
  HistoryResponse,
  PoolHistory,
  PoolMovement,
} from '../../../ports/pool-history.ts';
import type { ColumnOf, Held, RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import type { poolCursors, poolMovements } from '../schema/pool-history.ts';

/** Runs are started by timers that are never exact; one that is this much early still counts. */
const EARLY_MS = 200;

/**
 * The public history of the pools in PostgreSQL.
 * @returns the port over a pool of connections.
 */
export function createPostgresPoolHistory({ pool }: { readonly pool: pg.Pool }): PoolHistory {
  return {
    async claimRun(chainId, now, everyMs) {
      const before = new Date(now.getTime() - everyMs + EARLY_MS);
      const row = await readFirst(pool, CLAIM, [chainId, now, before]);
      if (row === null) return 'taken';
      return { finalTo: row.final_to === null ? null : BigInt(row.final_to) };
    },
    async save(chainId, { from, to, finalTo, isHead, movements }) {
      await inTransaction(pool, async (connection) => {
        // Another process reading the same blocks waits here, so that no block is stored twice.
        await run(connection, MOVE_CURSOR, [chainId, to, finalTo, isHead]);
        await run(connection, FORGET, [chainId, from, isHead ? null : to]);
        if (movements.length === 0) return;
        await run(connection, INSERT, [chainId, JSON.stringify(movements.map(columns))]);
      });
    },
    async read(query) {
      const row = await readFirst(pool, FACTS, valuesOf(query));
      if (row === null) throw new Error('A statement without a table returned nothing.');
      return responseOf(row);
    },
  };
}

export const CLAIM = statement<RowOf<typeof poolCursors, 'final_to'>>(`
  insert into pool_cursors as c (chain_id, taken_at) values ($1, $2)
  on conflict (chain_id) do update set taken_at = excluded.taken_at where c.taken_at <= $3
  returning final_to`);

export const MOVE_CURSOR = statement(`
  update pool_cursors set read_to = $2, final_to = greatest(final_to, $3), is_complete = is_complete or $4
  where chain_id = $1`);

export const FORGET = statement(`
  delete from pool_movements where chain_id = $1 and block_number >= $2 and ($3::bigint is null or block_number <= $3)`);

export const INSERT = statement(`
  insert into pool_movements (chain_id, block_number, log_index, position, direction, transaction_hash, at, asset, inside,
    outside, counterparty)
  select $1, m.* from jsonb_to_recordset($2::jsonb) as m(block_number bigint, log_index int, position smallint,
    direction text, transaction_hash text, at timestamptz, asset text, inside numeric, outside numeric, counterparty text)`);

const MOST_OWN = 500;
const MOST_OTHERS = 20_000;
const MOST_AMOUNTS = 5_000;
const MOST_COMMON = 50;
const MOST_SHIELDERS = 1_000;
/** Amounts of others matter from half of what was planned up to a little more, as fees lie between both ends. */
const LEAST_PERCENT = 50n;
const MOST_PERCENT = 105n;

/** Computed from the history: its rows as JSON, null when there are none. */
interface ResponseRow {
  readonly own: readonly OwnShield[] | null;
  readonly amounts: readonly string[] | null;
  readonly common: readonly { readonly amount: string; readonly users: number }[] | null;
  readonly shielders: number;
  readonly is_linked: boolean;
  readonly as_of_block: string | null;
}

type OwnShield = RowOf<typeof poolMovements, 'asset' | 'inside' | 'outside'> &
  Held<RowOf<typeof poolMovements, 'counterparty'>> & { readonly at: number };

/** Own unshields do not count as others'. Values as in `valuesOf`. */
export const FACTS = statement<ResponseRow>(`
  with other as (
    select m.direction, m.inside, m.outside, m.counterparty from pool_movements m
    where m.chain_id = $2 and m.asset = $3 and m.inside between $6 and $7 and m.counterparty <> $4
      and not exists (
        select 1 from operations o where o.user_id = $1 and o.kind = 'unshield' and o.mined_hash = m.transaction_hash)
    order by m.block_number desc limit ${MOST_OTHERS}
  ), own as (
    select * from pool_movements where chain_id = $2 and direction = 'in' and counterparty = $4
    order by block_number desc, log_index desc, position desc limit ${MOST_OWN}
  ), amount as (
    select inside as amount from other where direction = 'in'
    union select outside from other where direction = 'in' limit ${MOST_AMOUNTS}
  ), common as (
    select inside, count(distinct counterparty)::int as users from other
    group by inside order by users desc, inside desc limit ${MOST_COMMON}
  ), shielder as (
    select distinct counterparty from pool_movements
    where chain_id = $2 and asset = $3 and direction = 'in' and counterparty <> $4 limit ${MOST_SHIELDERS}
  )
  select
    (select json_agg(json_build_object('asset', asset, 'inside', inside::text, 'outside', outside::text, 'counterparty', counterparty,
       'at', (extract(epoch from at) * 1000)::bigint) order by block_number, log_index, position) from own) as own,
    (select json_agg(amount::text) from amount) as amounts,
    (select json_agg(json_build_object('amount', inside::text, 'users', users) order by users desc, inside desc)
       from common) as common,
    (select count(*)::int from shielder) as shielders,
    exists (
      select 1 from operations where kind = 'send' and is_mined_success
        and (account = $4 and recipient = $5 or account = $5 and recipient = $4))
    or exists (
      select 1 from public_movements where account = $4 and $4 <> $5
        and (from_address = $5 or to_address = $5) and is_success and amount > 0) as is_linked,
    (select read_to::text from pool_cursors where chain_id = $2 and is_complete) as as_of_block`);

type MovementColumns = Readonly<
  Record<Exclude<ColumnOf<typeof poolMovements>, 'chain_id'>, unknown>
>;

function columns(movement: PoolMovement): MovementColumns {
  return {
    block_number: movement.blockNumber.toString(),
    log_index: movement.logIndex,
    position: movement.position,
    direction: movement.direction,
    transaction_hash: movement.transactionHash,
    at: movement.at,
    asset: movement.asset,
    inside: movement.inside.toString(),
    outside: movement.outside.toString(),
    counterparty: movement.counterparty,
  };
}

function valuesOf(query: HistoryRequest): unknown[] {
  const { userId, chainId, asset, own, recipient, leaves } = query;
  const least = (leaves * LEAST_PERCENT) / 100n;
  const most = (leaves * MOST_PERCENT) / 100n + 1n;
  return [userId, chainId, asset, own, recipient, least, most];
}

function responseOf(row: ResponseRow): HistoryResponse {
  return {
    ownShields: (row.own ?? []).map(({ inside, outside, at, ...rest }) => ({
      ...rest,
      inside: digitsToBaseUnits(inside),
      outside: digitsToBaseUnits(outside),
      at: new Date(at),
    })),
    othersShielded: (row.amounts ?? []).map((amount) => BigInt(amount)),
    common: (row.common ?? []).map(({ amount, users }) => ({ amount: BigInt(amount), users })),
    otherShielders: row.shielders,
    isLinked: row.is_linked,
    asOfBlock: row.as_of_block === null ? null : BigInt(row.as_of_block),
  };
}
