import type pg from 'pg';
import type { PrivateTransactions } from '../../../ports/private-transactions.ts';
import { createPostgresPrivateRequests } from './private-requests.ts';
import { createPostgresProvedQueue } from './proved-queue.ts';
import { createPostgresProvingQueue } from './proving-queue.ts';

/** @returns what the three processes have a part of each */
export function createPostgresPrivateTransactions(database: {
  readonly pool: pg.Pool;
}): PrivateTransactions {
  return {
    ...createPostgresPrivateRequests(database),
    ...createPostgresProvingQueue(database),
    ...createPostgresProvedQueue(database),
  };
}
