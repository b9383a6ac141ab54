import type pg from 'pg';
import type { ActivityType, Direction } from '#domain/activity/activity';
import { activityTypeOf } from '#domain/activity/classify-movements';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { OperationStatus } from '#domain/operation/operation';
import type { TokenId } from '#domain/token/token';
import type { HistoryRow, PublicHistory } from '../../ports/public-history.ts';

/** Newest first, from below a place; operations that are in no block yet stand among the movements. */
export async function readPage(
  pool: pg.Pool,
  { account, tokenId, type, before, limit }: Parameters<PublicHistory['page']>[0],
): Promise<readonly HistoryRow[]> {
  const { rows } = await pool.query<PageRow>({
    name: 'history-page',
    text: PAGE,
    values: [account, tokenId, type, before?.at ?? null, before?.order ?? null, limit],
  });
  return rows.map(rowOf);
}

/** Values: $1 account, $2 token or null, $3 type or null, $4 and $5 place or null, $6 limit. */
const PAGE = `
  with movement as (
    select m.id as place, m.at, m.type, m.chain_id, m.token_id, m.direction, m.from_address, m.to_address, m.amount,
      m.transaction_hash, m.block_number, m.position, m.is_success, m.operation_id
    from public_movements m
    where m.account = $1 and m.cause <> 'fee' and ($2::text is null or m.token_id = $2)
      and ($3::text is null or m.type = $3)
      and ($4::timestamptz is null or (m.at, m.id) < ($4::timestamptz, $5::bigint))
    order by m.at desc, m.id desc limit $6
  ), waiting as (
    select hashtextextended(o.id::text, 0) & 9223372036854775807 as place, o.created_at as at, o.kind as type,
      o.chain_id, o.token_id, 'out' as direction, o.account as from_address, o.recipient as to_address,
      case when o.ended_at is null then o.amount else 0 end as amount,
      null::text as transaction_hash, null::bigint as block_number, o.id::text as position,
      o.ended_at is null as is_success, o.id as operation_id
    from operations o
    where o.account = $1 and (o.mined_at is null or o.ended_at is null)
      and not exists (select 1 from public_movements m where m.operation_id = o.id and m.type <> 'approve')
      and ($2::text is null or o.token_id = $2) and ($3::text is null or o.kind = $3)
  ), page as (
    select * from movement
    union all
    select * from waiting w where $4::timestamptz is null or (w.at, w.place) < ($4::timestamptz, $5::bigint)
    order by at desc, place desc limit $6
  )
  select p.*, o.status as operation_status, f.amount as fee_paid, h.latest_number, h.finalized_number
  from page p
    left join chain_followers h on h.chain_id = p.chain_id
    left join operations o on o.id = p.operation_id
    left join lateral (
      select f.amount from public_movements f
      where f.account = $1 and f.transaction_hash = p.transaction_hash and f.cause = 'fee' and f.chain_id = p.chain_id
    ) f on true
  order by p.at desc, p.place desc`;

interface PageRow {
  readonly place: string;
  readonly at: Date;
  readonly type: string;
  readonly chain_id: number;
  readonly token_id: TokenId;
  readonly direction: Direction;
  readonly from_address: PublicAddress | null;
  readonly to_address: string | null;
  readonly amount: string;
  readonly transaction_hash: TransactionHash | null;
  readonly block_number: string | null;
  readonly position: string;
  readonly is_success: boolean;
  readonly operation_id: string | null;
  readonly operation_status: OperationStatus | null;
  readonly fee_paid: string | null;
  readonly latest_number: string | null;
  readonly finalized_number: string | null;
}

function rowOf(row: PageRow): HistoryRow {
  const { operation_id: id, operation_status: status } = row;
  const block = row.block_number === null ? 'waiting' : row.block_number;
  const type: ActivityType = activityTypeOf(row.type);
  return {
    id: `${row.chain_id}-${block}-${row.position}`,
    place: { at: row.at, order: BigInt(row.place) },
    type,
    chainId: row.chain_id,
    tokenId: row.token_id,
    direction: row.direction,
    from: row.from_address,
    to: row.to_address,
    amount: BigInt(row.amount) as BaseUnits,
    transactionHash: row.transaction_hash,
    blockNumber: row.block_number === null ? null : BigInt(row.block_number),
    isSuccess: row.is_success,
    feePaid: row.fee_paid === null ? null : (BigInt(row.fee_paid) as BaseUnits),
    operation: id === null || status === null ? null : { id, status },
    heads: headsOf(row),
  };
}

function headsOf({ latest_number: latest, finalized_number: finalized }: PageRow) {
  if (latest === null || finalized === null) return null;
  return { latestNumber: BigInt(latest), finalizedNumber: BigInt(finalized) };
}
