import { GAP_AFTER_MS, type NonceState } from '#domain/operation/next-nonce';
import type { OperationIntent } from '#domain/operation/operation';
import type { Queryable } from '../connection/transaction.ts';

/** Whose nonces are given. */
type Account = Pick<OperationIntent, 'chainId' | 'account'>;

/**
 * Locks an account for the transaction: the insert makes its row when it is missing, and the update locks it when
 * it is there.
 * @returns one above the highest nonce that was ever given.
 */
export async function lockAccount(connection: Queryable, intent: Account): Promise<number> {
  const { rows } = await connection.query<{ next_nonce: string }>(
    `insert into chain_accounts as a (chain_id, address, next_nonce) values ($1, $2, 0)
     on conflict (chain_id, address) do update set next_nonce = a.next_nonce
     returning next_nonce`,
    [intent.chainId, intent.account],
  );
  return Number(rows[0]?.next_nonce);
}

/**
 * Reads what decides the next nonce of a locked account. Only when something of it is not mined yet can there be
 * an empty place below.
 */
export async function readNonceState(
  connection: Queryable,
  { chainId, account }: Account,
  {
    nextInBook,
    nextOnChain,
    now,
  }: Pick<NonceState, 'nextInBook' | 'nextOnChain'> & { readonly now: Date },
): Promise<NonceState> {
  if (nextOnChain >= nextInBook) {
    return { nextInBook, nextOnChain, longestWaiting: null, isNextOnChainOurs: false };
  }
  const { rows } = await connection.query<{ longest_waiting: string | null; is_ours: boolean }>(
    `select min(t.nonce) filter (where o.ended_at is null and o.signed_at <= $4) as longest_waiting,
       bool_or(t.nonce = $3) is true as is_ours
     from operation_transactions t join operations o on o.id = t.operation_id
     where t.chain_id = $1 and t.account = $2 and t.nonce >= $3 and t.rung = 0`,
    [chainId, account, nextOnChain, new Date(now.getTime() - GAP_AFTER_MS)],
  );
  const [row] = rows;
  return {
    nextInBook,
    nextOnChain,
    longestWaiting: row?.longest_waiting == null ? null : Number(row.longest_waiting),
    isNextOnChainOurs: row?.is_ours ?? false,
  };
}
