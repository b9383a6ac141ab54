import type pg from 'pg';
import type { PrivateTransactionRequest } from '../../../ports/private-transactions.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import { insertPrivateTransaction } from './private-transaction-store.ts';

/**
 * The lock under which payments of the user are stored too, and their wallet's row: no one removes it meanwhile, and
 * with it the user. This process may not read users.
 */
export const LOCK_WALLET = statement(
  `select pg_advisory_xact_lock(hashtextextended('private spend ' || w.user_id, 0))
   from (select user_id from shielded_wallets where user_id = $1 for key share) w`,
);

export const IS_TOO_BUSY = statement<{ readonly busy: boolean }>(`
  select exists (select 1 from operations where user_id = $1 and ended_at is null)
    or exists (select 1 from operations
      where user_id = $1 and kind = 'consolidation' and chain_id = $2 and created_at >= $3)
    or exists (select 1 from private_transactions where user_id = $1 and released_at is null)
    or exists (select 1 from operations where ended_at is null and signed_at is null and status = 'created')
  as busy`);

/** Stores a consolidation under its user's lock, so that no payment of theirs comes between. */
export function storeConsolidation(
  pool: pg.Pool,
  request: PrivateTransactionRequest,
  notSince: Date,
): Promise<boolean> {
  const { userId, chainId } = request.details;
  return inTransaction(pool, async (connection) => {
    if ((await run(connection, LOCK_WALLET, [userId])) === 0) return false;
    const values = [userId, chainId, notSince];
    const row = await readFirst(connection, IS_TOO_BUSY, values);
    if (row?.busy !== false) return false;
    await insertPrivateTransaction(connection, request);
    return true;
  });
}
