import type pg from 'pg';
import type { PrivateTransactions } from '../../../ports/private-transactions.ts';
import type { ProtectionTrust } from '../accounts/protection-rows.ts';
import { createPostgresPrivateRequests } from './private-requests.ts';
import { createPostgresProvedQueue } from './proved-queue.ts';
import { createPostgresProvingQueue } from './proving-queue.ts';

/** Forgets nothing between tests that empty the tables. */
export const TRUST: ProtectionTrust = {
  seals: { seal: () => new Uint8Array(32), isSealed: () => true },
  newest: { isNewest: () => true },
};

/** @returns what the three processes have a part of each */
export function createPostgresPrivateTransactions(
  database: { readonly pool: pg.Pool },
  trust: ProtectionTrust = TRUST,
): PrivateTransactions {
  return {
    ...createPostgresPrivateRequests(database),
    ...createPostgresProvingQueue(database),
    ...createPostgresProvedQueue(database, trust),
  };
}
