import type { PublicAddress } from '#domain/address/address';
import type { ColumnOf } from '../connection/row-of.ts';
import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { movementOrigins } from '../schema/history.ts';
import { MOVEMENT_CHANGES_CHANNEL } from './movement-notifications.ts';

/** What the records of the payment partner or of the exchange say about a transaction. */
export interface MovementOrigin {
  readonly account: PublicAddress;
  readonly transactionHash: string;
  readonly type: 'ramp' | 'swap';
  /** The order's id at the partner, or the swap's request id. */
  readonly originId: string;
}

/**
 * Records what transactions were, and marks movements that are stored already. Call it in a transaction. A
 * block that is just being stored waits, or is waited for: whichever of the two comes second marks the movement.
 */
export async function rememberOrigins(
  connection: Queryable,
  origins: readonly MovementOrigin[],
): Promise<void> {
  if (origins.length === 0) return;
  const rows = JSON.stringify(origins.map(columns));
  // First, as where blocks are stored: in another order the two could wait for each other.
  await run(connection, LOCK_CHAINS);
  if ((await run(connection, REMEMBER, [rows])) === 0) return;
  await run(connection, MARK_STORED, [rows]);
}

/** Marks movements above a block with what they were, where that is known. Call it where they are stored. */
export async function markAppended(
  connection: Queryable,
  chainId: number,
  above: bigint,
): Promise<void> {
  await run(connection, REMEMBER_RETURNED, [chainId, above]);
  await run(connection, MARK_APPENDED, [chainId, above]);
}

export const LOCK_CHAINS = statement('select 1 from chain_followers order by chain_id for share');

export const REMEMBER = statement(`
  insert into movement_origins select * from jsonb_populate_recordset(null::movement_origins, $1::jsonb)
  on conflict do nothing`);

/**
 * What a bridge could not deliver comes back in a transaction that the exchange does not name: as much of the token
 * as the step brought there, from where it brought it.
 */
export const REMEMBER_RETURNED = statement(`
  insert into movement_origins
  select distinct on (m.account, m.transaction_hash) m.account, m.transaction_hash, 'swap', s.request_id
  from public_movements m
    join wallets w on w.public_address = m.account
    join swaps s on s.user_id = w.user_id and s.status in ('in-progress', 'failed') and s.created_at < m.at + interval '1 minute'
    join operations o on o.user_id = s.user_id and o.kind = 'swap' and o.chain_id = m.chain_id
      and o.idempotency_key = any(select 'swap:' || s.request_id || ':' || step
        from generate_series(1, jsonb_array_length(s.steps)) step)
  where m.chain_id = $1 and m.block_number > $2 and m.type = 'receive' and m.transaction_hash is not null
    and o.token_id = m.token_id and o.amount = m.amount and lower(o.recipient) = lower(m.from_address)
  order by m.account, m.transaction_hash, s.created_at desc
  on conflict do nothing`);

/** What the chain itself shows as something else, a shield or an approval, stays that. */
const CAN_BE_NOTIFIED = "m.cause <> 'fee' and m.type in ('send', 'receive', 'other')";

export const MARK_STORED = statement(`
  with marked as (
    update public_movements m set type = o.type
    from jsonb_populate_recordset(null::movement_origins, $1::jsonb) o
    where m.account = o.account and m.transaction_hash = o.transaction_hash and ${CAN_BE_NOTIFIED}
    returning m.account, m.chain_id
  ), accounts as (
    select distinct account, chain_id from marked
  )
  select pg_notify('${MOVEMENT_CHANGES_CHANNEL}', json_build_object('chainId', chain_id, 'account', account,
    'isBalanceChanged', false, 'received', '[]'::json)::text)
  from accounts`);

export const MARK_APPENDED = statement(`
  update public_movements m set type = o.type from movement_origins o
  where m.chain_id = $1 and m.block_number > $2 and ${CAN_BE_NOTIFIED}
    and o.account = m.account and o.transaction_hash = m.transaction_hash`);

type OriginColumns = Readonly<Record<ColumnOf<typeof movementOrigins>, unknown>>;

function columns({ account, transactionHash, type, originId }: MovementOrigin): OriginColumns {
  return {
    account,
    transaction_hash: transactionHash.toLowerCase(),
    type,
    origin_id: originId,
  };
}
