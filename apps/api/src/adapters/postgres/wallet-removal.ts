import type pg from 'pg';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import {
  ANNOUNCED_FOR_MS,
  PAGE_IN_USE_MS,
  type Removal,
  type UnfinishedPart,
  type WalletOwner,
  type WalletRemovals,
  type WalletUse,
} from '../../ports/wallet-removal.ts';
import { insertNotices } from './accounts/notices.ts';
import type { RowOf } from './connection/row-of.ts';
import { readAll, readFirst, run, statement } from './connection/statement.ts';
import { inTransaction, type Queryable } from './connection/transaction.ts';
import type { operations } from './schema/operations.ts';
import type { rampOrders, rampVisits } from './schema/ramp.ts';
import type { swaps } from './schema/swaps.ts';

/** No operation of the user is stored while this is held: storing one takes a weaker lock on the same row. */
export const LOCK_USER = statement('select 1 from users where id = $1 for update');

/** Waits for orders that are just being noted; none can be noted until the transaction ends. */
export const LOCK_VISITS = statement('select 1 from ramp_visits where user_id = $1 for update');

export const REMOVE = statement('delete from users where id = $1');

/** What pays the wallet, or moves money out of it. Values: $1 user, $2 and $3 their addresses. */
const OF_WALLET = `o.kind <> 'consolidation'
    and (o.user_id = $1 or lower(o.recipient) in (lower($2), lower($3)))`;

/**
 * A block that is given up takes its movements with it, so their number could stay the same: the newest one counts. It
 * can fall, so nothing is added to it. Values: $1 user, $2 and $3 their addresses.
 */
export const BEGUN = statement<{ readonly begun: string }>(`
  select concat_ws(' ',
    (select count(*) from operations o where ${OF_WALLET}),
    (select count(*) from ramp_orders o join ramp_visits v on v.id = o.visit_id where v.user_id = $1),
    (select coalesce(max(id), 0) from public_movements where account = $2 and direction = 'in')) as begun`);

/** Values: $1 user, $2 their public address. */
export const KNOWN_BLOCKS = statement<{ readonly chain_id: number; readonly block: string }>(`
  select chain_id, max(block) as block from (
    select chain_id, finalized_block as block from chain_heads
    union all
    select chain_id, mined_block_number from operations where user_id = $1 and mined_block_number is not null
    union all
    select chain_id, block_number from public_movements where account = $2
  ) known group by chain_id`);

type UnfinishedOperation = RowOf<typeof operations, 'kind' | 'token_id' | 'amount'> & {
  readonly is_incoming: boolean;
  readonly is_signed: boolean;
  readonly is_scheduled: boolean;
};

/** Values: $1 user, $2 and $3 their addresses. */
export const UNFINISHED_OPERATIONS = statement<UnfinishedOperation>(`
  select o.kind, o.token_id, o.amount, o.user_id <> $1 as is_incoming, o.signed_at is not null as is_signed,
    o.signed_at is null and p.send_at is not null as is_scheduled
  from operations o left join private_transactions p on p.operation_id = o.id
  where o.ended_at is null and ${OF_WALLET}
  order by o.created_at, o.id`);

/** True when no stored block has the transaction. */
const isUnseen = (account: string, hash: string) => `not exists (
  select 1 from public_movements m where m.account = ${account} and m.transaction_hash = lower(${hash}))`;

/** What the exchange named as delivered. An output within the step's own transaction is as final as the step. */
const OUTPUT_MISSING = `exists (
  select 1 from jsonb_array_elements(s.steps) step
  where step->>'destinationHash' <> step->>'hash' and ${isUnseen('s.account', "step->>'destinationHash'")})`;

/** What a bridge returns, it returns in a transaction that the exchange does not name. */
const REFUND_MISSING = `exists (
    select 1 from jsonb_array_elements(s.steps) with ordinality as hop(step, number)
    where step->>'state' = 'failed' and step->'output'->>'type' = 'REVERTED_TO_INPUT'
      and s.route->'swaps'->(number::int - 1)->'from'->>'blockchain'
        <> s.route->'swaps'->(number::int - 1)->'to'->>'blockchain')
  and not exists (
    select 1 from movement_origins r
    join public_movements m on m.account = r.account and m.transaction_hash = r.transaction_hash
    where r.account = s.account and r.type = 'swap' and r.origin_id = s.request_id and m.direction = 'in'
      and not s.steps @> jsonb_build_array(jsonb_build_object('destinationHash', r.transaction_hash)))`;

/** Values: $1 user, $2 announcements before this are no longer waited for. */
export const UNFINISHED_SWAPS = statement<
  RowOf<typeof swaps, 'from_token_id' | 'to_token_id' | 'amount' | 'status'>
>(`
  select s.from_token_id, s.to_token_id, s.amount, s.status from swaps s
  where s.user_id = $1 and (s.status not in ('completed', 'failed')
    or s.updated_at > $2 and s.status = 'completed' and ${OUTPUT_MISSING}
    or s.updated_at > $2 and s.status = 'failed' and ${REFUND_MISSING})
  order by s.created_at, s.request_id`);

/** An order without a status is known from a notification only; without a due time it turned out not to be ours. */
const ORDER_OPEN = `(o.status is null and o.due_at is not null
  or o.status in ('awaiting-payment', 'processing'))`;

/** A sale that ended otherwise, for which the user has paid. */
const SALE_PAID_LATE = `v.side = 'SELL' and o.status in ('expired', 'cancelled', 'failed') and exists (
  select 1 from operations p where p.user_id = v.user_id and lower(p.recipient) = lower(o.address)
    and p.status = 'confirmed' and greatest(p.ended_at, o.updated_at) > $2)`;

/** Values: $1 user, $2 announcements before this are no longer waited for. */
export const UNFINISHED_ORDERS = statement<
  RowOf<typeof rampOrders, 'crypto_amount' | 'status'> & RowOf<typeof rampVisits, 'side'>
>(`
  select v.side, o.crypto_amount, o.status from ramp_orders o join ramp_visits v on v.id = o.visit_id
  where v.user_id = $1 and (${ORDER_OPEN}
    or o.updated_at > $2 and v.side = 'BUY' and o.status = 'completed'
      and ${isUnseen('v.address', 'o.transaction_hash')}
    or o.updated_at > $2 and v.side = 'SELL' and o.status = 'refunded' and o.transaction_hash is not null
      and ${isUnseen('v.address', 'o.transaction_hash')}
    or ${SALE_PAID_LATE})
  order by o.created_at, o.order_id`);

/** Values: $1 user, $2 pages opened before this are not in use. */
export const PAGES_IN_USE = statement<RowOf<typeof rampVisits, 'side'>>(`
  select v.side from ramp_visits v
  where v.user_id = $1 and v.opened_at > $2
    and not exists (select 1 from ramp_orders o where o.visit_id = v.id and o.status is not null)
  order by v.opened_at desc limit 1`);

/** Removal of wallets in PostgreSQL. @returns the port over a pool of connections */
export function createPostgresWalletRemovals({ pool }: { readonly pool: pg.Pool }): WalletRemovals {
  return {
    readUse: (owner, now) => readUse(pool, owner, now),
    remove: (removal) => inTransaction(pool, (connection) => removeUnderLock(connection, removal)),
  };
}

async function removeUnderLock(
  connection: Queryable,
  { owner, begun, notices, now }: Removal,
): Promise<'removed' | 'in-use'> {
  // Another request has removed it, with its notices.
  if ((await run(connection, LOCK_USER, [owner.userId])) === 0) return 'removed';
  await run(connection, LOCK_VISITS, [owner.userId]);
  const use = await readUse(connection, owner, now);
  if (use.unfinished.length > 0 || use.begun !== begun) return 'in-use';
  await insertNotices(connection, notices, now);
  await run(connection, REMOVE, [owner.userId]);
  return 'removed';
}

/**
 * One statement after the other: within a transaction there is one connection.
 * @returns what is in progress in a wallet
 */
export async function readUse(
  connection: Queryable,
  { userId, publicAddress, privateAddress }: WalletOwner,
  now: Date,
): Promise<WalletUse> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const addresses = [publicAddress, privateAddress];
  // First: what is stored meanwhile is unfinished, or counted the next time.
  const counted = await readFirst(connection, BEGUN, [userId, ...addresses]);
  const known = await readAll(connection, KNOWN_BLOCKS, [userId, publicAddress]);
  const open = await readAll(connection, UNFINISHED_OPERATIONS, [userId, ...addresses]);
  const announced = [userId, before(ANNOUNCED_FOR_MS)];
  const swapping = await readAll(connection, UNFINISHED_SWAPS, announced);
  const ordered = await readAll(connection, UNFINISHED_ORDERS, announced);
  const pages = await readAll(connection, PAGES_IN_USE, [userId, before(PAGE_IN_USE_MS)]);
  return {
    begun: counted?.begun ?? '',
    knownBlocks: new Map(known.map(({ chain_id: chainId, block }) => [chainId, BigInt(block)])),
    unfinished: [
      ...open.map(operationPart),
      ...swapping.map(swapPart),
      ...ordered.map(orderPart),
      ...pages.map(({ side }) => ({ part: 'page' as const, side })),
    ],
  };
}

function operationPart(row: UnfinishedOperation): UnfinishedPart {
  return {
    part: 'operation',
    kind: row.kind,
    tokenId: row.token_id,
    amount: digitsToBaseUnits(row.amount),
    isIncoming: row.is_incoming,
    isSigned: row.is_signed,
    isScheduled: row.is_scheduled,
  };
}

function swapPart(
  row: RowOf<typeof swaps, 'from_token_id' | 'to_token_id' | 'amount' | 'status'>,
): UnfinishedPart {
  const missing = { completed: 'output-missing', failed: 'refund-missing' } as const;
  return {
    part: 'swap',
    state: row.status === 'completed' || row.status === 'failed' ? missing[row.status] : 'open',
    fromTokenId: row.from_token_id,
    toTokenId: row.to_token_id,
    amount: digitsToBaseUnits(row.amount),
  };
}

function orderPart({
  side,
  crypto_amount: cryptoAmount,
  status,
}: RowOf<typeof rampOrders, 'crypto_amount' | 'status'> &
  RowOf<typeof rampVisits, 'side'>): UnfinishedPart {
  const isOpen = status === null || status === 'awaiting-payment' || status === 'processing';
  const missing = side === 'BUY' ? 'output-missing' : 'refund-missing';
  return { part: 'order', state: isOpen ? 'open' : missing, side, cryptoAmount };
}
