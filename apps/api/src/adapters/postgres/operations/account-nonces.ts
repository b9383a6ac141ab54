import type { AccountRecords } from '#domain/operation/lost-commits';
import { GAP_AFTER_MS, type NonceState } from '#domain/operation/next-nonce';
import type { OperationDetails } from '#domain/operation/operation';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { chainAccounts } from '../schema/operations.ts';
import { type RecordsRow, recordsColumns, recordsOf } from './account-records.ts';

/** The account whose nonces are assigned. */
type Account = Pick<OperationDetails, 'chainId' | 'account'>;

type AccountRow = RowOf<typeof chainAccounts, 'next_nonce'> & RecordsRow;

/** The insert makes the row when it is missing, and the update locks it when it exists. */
export const LOCK_ACCOUNT = statement<AccountRow>(
  `insert into chain_accounts as a (chain_id, address, next_nonce) values ($1, $2, 0)
   on conflict (chain_id, address) do update set next_nonce = a.next_nonce
   returning next_nonce, ${recordsColumns(null)}`,
);

/** The same for a user's own account, $3: none is locked for a user who was removed, and none is removed meanwhile. */
export const LOCK_ACCOUNT_OF_USER = statement<AccountRow>(
  `with owner as (select 1 from users where id = $3 for key share)
   insert into chain_accounts as a (chain_id, address, next_nonce) select $1, $2, 0 from owner
   on conflict (chain_id, address) do update set next_nonce = a.next_nonce
   returning next_nonce, ${recordsColumns('$3::uuid')}`,
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
 * Locks an account of Kax's own for the transaction.
 * @returns what is known of its records.
 */
export async function lockAccount(
  connection: Queryable,
  account: Account,
): Promise<AccountRecords> {
  const row = await readFirst(connection, LOCK_ACCOUNT, [account.chainId, account.account]);
  if (row === null) throw new Error(`Account ${account.account} was not locked.`);
  return recordsOf(row);
}

/**
 * Locks the account of a user, and the user against removal, for the transaction.
 * @returns what is known of its records; null when the user was removed.
 */
export async function lockAccountOfUser(
  connection: Queryable,
  { chainId, account, userId }: Account & Pick<OperationDetails, 'userId'>,
): Promise<AccountRecords | null> {
  const row = await readFirst(connection, LOCK_ACCOUNT_OF_USER, [chainId, account, userId]);
  return row && recordsOf(row);
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
