import type pg from 'pg';
import { activityTypeOf } from '#domain/activity/classify-movements';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import { isRequested } from '#domain/operation/operation';
import { requestOfStepKey } from '#domain/swap/swap';
import type { HistoryRow, PublicHistory } from '../../../ports/public-history.ts';
import type { Nullable, RowAs, RowOf } from '../connection/row-of.ts';
import { readAll, statement } from '../connection/statement.ts';
import { CANCELLED_BECAUSE } from '../operations/operation-rows.ts';
import type { chainFollowers, movementOrigins, publicMovements } from '../schema/history.ts';
import type { operations } from '../schema/operations.ts';
import type { rampOrders, rampVisits } from '../schema/ramp.ts';
import { ENTRY, ENTRY_ORDER, entryValues } from './history-entry.ts';

/** Newest first, from below a position; what is in no block yet is among the movements: operations and orders. */
export async function readPage(
  pool: pg.Pool,
  wanted: Parameters<PublicHistory['page']>[0],
): Promise<readonly HistoryRow[]> {
  const { account, tokenId, type, before, limit, rampCoin, entry } = wanted;
  const ofEntry = entry === null ? [] : entryValues(entry);
  const rows = await readAll(pool, entry === null ? PAGE : PAGE_OF_ENTRY, [
    account,
    tokenId,
    type,
    before?.at ?? null,
    before?.position ?? null,
    limit,
    rampCoin?.chainId ?? null,
    rampCoin?.tokenId ?? null,
    ...ofEntry,
  ]);
  return rows.map(rowOf);
}

/** The sale that an operation `o` pays for: one that expects its coins where the operation brought them. */
export const SALE_OF_OPERATION = `
  select r.order_id from ramp_visits v join ramp_orders r on r.visit_id = v.id
  where v.user_id = o.user_id and v.side = 'SELL' and lower(r.address) = lower(o.recipient)
  order by r.created_at desc limit 1`;

/**
 * The transaction of a movement `m` if it cancels an operation that no block has: the operation is listed in its place,
 * unless it fills a nonce gap, which its cancellation does as well.
 */
const UNLISTED_CANCELLATION = `
  select 1 from operation_transactions c join operations o on o.id = c.operation_id
  where c.chain_id = m.chain_id and c.hash = m.transaction_hash and c.role = 'cancellation'
    and o.status not in ('confirmed', 'reverted') and o.kind <> 'nonce-fill'`;

/** Which rows are looked at: texts of conditions, each beginning with `and`, or empty. */
interface Narrowed {
  readonly movement: string;
  readonly operation: string;
  readonly order: string;
}

const movementOf = ({ movement }: Narrowed) => `
  select m.id as place, m.at, m.type, m.chain_id, m.token_id, m.direction, m.from_address, m.to_address, m.amount,
    m.transaction_hash, m.block_number, m.position, m.is_success, m.operation_id, null::text as order_id
  from public_movements m
  where m.account = $1 and m.cause <> 'fee' and ($2::text is null or m.token_id = $2)
    and not exists (${UNLISTED_CANCELLATION})
    and ($3::text is null or m.type = $3)
    and ($4::timestamptz is null or (m.at, m.id) < ($4::timestamptz, $5::bigint)) ${movement}
  order by m.at desc, m.id desc limit $6`;

const waitingOf = ({ operation }: Narrowed) => `
  select hashtextextended(o.id::text, 0) & 9223372036854775807 as place, o.created_at as at,
    case when sale.order_id is null then o.kind else 'ramp' end as type,
    o.chain_id, o.token_id, 'out' as direction, o.account as from_address, o.recipient as to_address,
    case when o.ended_at is null then o.amount else 0 end as amount,
    case when ${CANCELLED_BECAUSE} is not null then o.replaced_by->>'transactionHash' end as transaction_hash,
    null::bigint as block_number, o.id::text as position, o.ended_at is null as is_success, o.id as operation_id, sale.order_id
  from operations o left join lateral (${SALE_OF_OPERATION}) sale on o.kind = 'send'
  where o.account = $1 and (o.mined_at is null or o.ended_at is null) and (o.kind <> 'nonce-fill' or o.ended_at is null)
    and not exists (select 1 from public_movements m where m.operation_id = o.id and m.type <> 'approve')
    and ($2::text is null or o.token_id = $2)
    and ($3::text is null or $3 = case when sale.order_id is null then o.kind else 'ramp' end) ${operation}`;

/** Orders without a movement or payment of this wallet, in the coin that the partner trades. */
const orderedOf = ({ order }: Narrowed) => `
  select hashtextextended(r.order_id, 0) & 9223372036854775807 as place, r.created_at as at, 'ramp' as type,
    $7::integer as chain_id, $8::text as token_id, 'none' as direction, null::text as from_address,
    null::text as to_address, 0::numeric as amount, r.transaction_hash, null::bigint as block_number,
    r.order_id as position, r.status in ('awaiting-payment', 'processing', 'completed') as is_success,
    null::uuid as operation_id, r.order_id
  from wallets w join ramp_visits v on v.user_id = w.user_id join ramp_orders r on r.visit_id = v.id
  where w.public_address = $1 and r.status is not null and $8::text is not null
    and ($2::text is null or $2 = $8) and ($3::text is null or $3 = 'ramp')
    and not exists (
      select 1 from movement_origins g
        join public_movements m on m.account = g.account and m.transaction_hash = g.transaction_hash
      where g.account = $1 and g.type = 'ramp' and g.origin_id = r.order_id)
    and not exists (
      select 1 from operations o
      where o.user_id = v.user_id and v.side = 'SELL' and o.kind = 'send' and lower(o.recipient) = lower(r.address)
        and (o.ended_at is null or o.status = 'confirmed')) ${order}`;

/** A movement, or what is in no block yet in the same shape, with what is known about it elsewhere. */
type PageRow = RowOf<
  typeof publicMovements,
  | 'at'
  | 'type'
  | 'chain_id'
  | 'token_id'
  | 'direction'
  | 'from_address'
  | 'to_address'
  | 'amount'
  | 'transaction_hash'
  | 'position'
  | 'is_success'
  | 'operation_id'
> &
  RowAs<typeof publicMovements, { place: 'id' }> &
  Nullable<
    RowOf<typeof publicMovements, 'block_number'> &
      RowAs<typeof publicMovements, { fee_paid: 'amount' }> &
      RowAs<
        typeof operations,
        { operation_status: 'status'; operation_kind: 'kind'; operation_key: 'idempotency_key' }
      > &
      RowOf<typeof operations, 'cancel_reason'> &
      RowOf<typeof chainFollowers, 'latest_number' | 'finalized_number'> &
      RowAs<typeof movementOrigins, { origin_type: 'type' }> &
      RowOf<typeof movementOrigins, 'origin_id'> &
      RowAs<typeof rampOrders, { known_order_id: 'order_id'; order_status: 'status' }> &
      RowOf<typeof rampOrders, 'fiat_currency' | 'fiat_amount' | 'crypto_amount'> &
      RowAs<typeof rampVisits, { order_side: 'side' }>
  >;

const pageOf = (narrowed: Narrowed) => `
  movement as (${movementOf(narrowed)}), unmoved as (
    ${waitingOf(narrowed)}
    union all
    ${orderedOf(narrowed)}
  ), page as (
    select * from movement
    union all
    select * from unmoved u where $4::timestamptz is null or (u.at, u.place) < ($4::timestamptz, $5::bigint)
    order by at desc, place desc limit $6
  )
  select p.*, o.status as operation_status, o.kind as operation_kind, o.idempotency_key as operation_key,
    ${CANCELLED_BECAUSE} as cancel_reason,
    f.amount as fee_paid, h.latest_number, h.finalized_number, g.type as origin_type, g.origin_id,
    r.order_id as known_order_id, v.side as order_side, r.status as order_status, r.fiat_currency, r.fiat_amount,
    r.crypto_amount
  from page p
    left join chain_followers h on h.chain_id = p.chain_id
    left join operations o on o.id = p.operation_id
    left join movement_origins g on g.account = $1 and g.transaction_hash = p.transaction_hash and g.type = p.type
    left join lateral (${SALE_OF_OPERATION}) sale on p.type = 'ramp' and o.kind = 'send'
    left join ramp_orders r
      on r.order_id = coalesce(p.order_id, sale.order_id, case when g.type = 'ramp' then g.origin_id end)
    left join ramp_visits v on v.id = r.visit_id
    left join lateral (
      select sum(f.amount) as amount from public_movements f
      where f.account = $1 and f.cause = 'fee' and f.chain_id = p.chain_id and f.transaction_hash = any (
        case when p.block_number is null
          then array(select c.hash from operation_transactions c where c.operation_id = o.id and c.role = 'cancellation')
          else array[p.transaction_hash] end
      )
    ) f on true
  order by p.at desc, p.place desc`;

/**
 * Values: $1 account, $2 token or null, $3 type or null, $4 and $5 place or null, $6 limit, $7 and $8 chain and token
 * of orders or null.
 */
export const PAGE = statement<PageRow>(
  `with ${pageOf({ movement: '', operation: '', order: '' })}`,
  'history-page',
);

/** Values: those of `PAGE`, then those of the entry. */
export const PAGE_OF_ENTRY = statement<PageRow>(
  `with ${ENTRY}, ${pageOf({
    movement: 'and m.id = any(array(select id from entry_movement))',
    operation: 'and o.id = any(array(select id from entry_operation))',
    order: `and r.order_id = ${ENTRY_ORDER}`,
  })}`,
  'history-page-of-entry',
);

function rowOf(row: PageRow): HistoryRow {
  const { operation_id: id, operation_status: status, operation_kind: kind } = row;
  const block = row.block_number === null ? 'waiting' : row.block_number;
  return {
    id: `${row.chain_id}-${block}-${row.position}`,
    place: { at: row.at, position: BigInt(row.place) },
    type: activityTypeOf(row.type),
    chainId: row.chain_id,
    tokenId: row.token_id,
    direction: row.direction,
    from: row.from_address,
    to: row.to_address,
    amount: digitsToBaseUnits(row.amount),
    transactionHash: row.transaction_hash,
    blockNumber: row.block_number === null ? null : BigInt(row.block_number),
    isSuccess: row.is_success,
    feePaid: row.fee_paid === null ? null : digitsToBaseUnits(row.fee_paid),
    operation:
      id === null || status === null || kind === null || !isRequested(kind)
        ? null
        : { id, status, cancelReason: row.cancel_reason },
    order: orderOf(row),
    swapId: swapIdOf(row),
    heads: headsOf(row),
  };
}

function orderOf(row: PageRow): HistoryRow['order'] {
  const { known_order_id: orderId, order_side: side, order_status: status } = row;
  const { fiat_currency: fiatCurrency, fiat_amount: fiatAmount, crypto_amount: cryptoAmount } = row;
  if (orderId === null || side === null || status === null || fiatCurrency === null) return null;
  return { orderId, side, status, fiatCurrency, fiatAmount, cryptoAmount };
}

/** The steps of a swap are operations; what arrives on another chain is known by its hash alone. */
function swapIdOf(row: PageRow): string | null {
  if (row.operation_kind === 'swap') return requestOfStepKey(row.operation_key ?? '');
  return row.origin_type === 'swap' ? row.origin_id : null;
}

function headsOf({ latest_number: latest, finalized_number: finalized }: PageRow) {
  if (latest === null || finalized === null) return null;
  return { latestNumber: BigInt(latest), finalizedNumber: BigInt(finalized) };
}
