import { GAP_AFTER_MS, type NonceState } from '#domain/operation/next-nonce';
import type { OperationDetails } from '#domain/operation/operation';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { chainAccounts } from '../schema/operations.ts';

/** The account whose nonces are assigned. */
type Account = Pick<OperationDetails, 'chainId' | 'account'>;

/** The insert makes the row when it is missing, and the update locks it when it exists. */
export const LOCK_ACCOUNT = statement<RowOf<typeof chainAccounts, 'next_nonce'>>(
  `insert into chain_accounts as a (chain_id, address, next_nonce) values ($1, $2, 0)
   on conflict (chain_id, address) do update set next_nonce = a.next_nonce
   returning next_nonce`,
);

/** The same for a user's own account, $3: none is locked for a user who was removed, and none is removed meanwhile. */
export const LOCK_ACCOUNT_OF_USER = statement<RowOf<typeof chainAccounts, 'next_nonce'>>(
  `with owner as (select 1 from users where id = $3 for key share)
   insert into chain_accounts as a (chain_id, address, next_nonce) select $1, $2, 0 from owner
   on conflict (chain_id, address) do update set next_nonce = a.next_nonce
   returning next_nonce`,
);

/** Values: $1 chain, $2 account, $3 the chain's next nonce, $4 a time. */
export const NONCES_ABOVE = statement<{
  readonly longest_waiting: string | null;
  readonly is_ours: boolean;
}>(
  `select min(t.nonce) filter (where o.ended_at is null and o.signed_at <= $4) as longest_waiting,
     bool_or(t.nonce = $3) is true as is_ours
   from operation_transactions t join operations o on o.id = t.operation_id
   where t.chain_id = $1 and t.account = $2 and t.nonce >= $3 and t.rung = 0`,
);

/**
 * Locks an account for the transaction.
 * @returns one above the highest nonce that was ever assigned.
 */
export async function lockAccount(connection: Queryable, account: Account): Promise<number> {
  const row = await readFirst(connection, LOCK_ACCOUNT, [account.chainId, account.account]);
  return Number(row?.next_nonce);
}

/**
 * Locks the account of a user, and the user against removal, for the transaction.
 * @returns one above the highest nonce that was ever assigned; null when the user was removed.
 */
export async function lockAccountOfUser(
  connection: Queryable,
  { chainId, account, userId }: Account & Pick<OperationDetails, 'userId'>,
): Promise<number | null> {
  const row = await readFirst(connection, LOCK_ACCOUNT_OF_USER, [chainId, account, userId]);
  return row === null ? null : Number(row.next_nonce);
}

/**
 * Reads what decides the next nonce of a locked account. Only when part of it is not mined yet can there be
 * a gap below.
 */
export async function readNonceState(
  connection: Queryable,
  { chainId, account }: Account,
  {
    nextRecorded,
    nextOnChain,
    now,
  }: Pick<NonceState, 'nextRecorded' | 'nextOnChain'> & { readonly now: Date },
): Promise<NonceState> {
  if (nextOnChain >= nextRecorded) {
    return { nextRecorded, nextOnChain, longestWaiting: null, isNextOnChainOurs: false };
  }
  const values = [chainId, account, nextOnChain, new Date(now.getTime() - GAP_AFTER_MS)];
  const row = await readFirst(connection, NONCES_ABOVE, values);
  return {
    nextRecorded,
    nextOnChain,
    longestWaiting: row?.longest_waiting == null ? null : Number(row.longest_waiting),
    isNextOnChainOurs: row?.is_ours ?? false,
  };
}
