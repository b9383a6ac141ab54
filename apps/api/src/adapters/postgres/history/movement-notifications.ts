import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';

/** Channel on which all processes are notified of movements: a `MovementChange` as JSON. */
export const MOVEMENT_CHANGES_CHANNEL = 'movement_changes';
/** Channel on which a follower reports that a chain was read and stored; the message is the chain's id. */
export const CHAIN_LOOKS_CHANNEL = 'chain_looks';

/** A message has at most 8000 bytes; an account with more payments in one run finds them in the history. */
export const MOST_RECEIVED = 10;

/**
 * Notifies of all movements above `changed`, and of those above `finalized` that they came nearer to being final.
 * Call it in the transaction that stores or deletes them.
 */
export async function notifyMovements(
  connection: Queryable,
  chainId: number,
  notification: {
    readonly changed: bigint;
    readonly finalized: bigint;
    readonly mostReceived: number;
  },
): Promise<void> {
  const { changed, finalized, mostReceived } = notification;
  await run(connection, NOTIFY_MOVEMENTS, [
    chainId,
    changed,
    finalized < changed ? finalized : changed,
    mostReceived,
  ]);
}

/** Values: $1 chain, $2 blocks above it are new, $3 blocks above it were not final before, $4 most payments. */
export const NOTIFY_MOVEMENTS = statement(`
  with moved as (
    select account, type, token_id, amount, transaction_hash, block_number > $2 as is_new,
      row_number() over (partition by account, type, block_number > $2 order by id) as place
    from public_movements where chain_id = $1 and block_number > $3
  ), news as (
    select account, bool_or(is_new) as is_new,
      coalesce(json_agg(json_build_object('tokenId', token_id, 'amount', amount::text,
        'transactionHash', transaction_hash))
        filter (where is_new and type = 'receive' and place <= $4), '[]') as received
    from moved group by account
  )
  select pg_notify('${MOVEMENT_CHANGES_CHANNEL}', json_build_object('chainId', $1::integer, 'account', account,
    'isBalanceChanged', is_new, 'received', received)::text)
  from news`);
