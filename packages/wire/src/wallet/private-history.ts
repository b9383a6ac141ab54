import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { activityPage, historyParams, historyQuery } from './history.ts';
import { privateState } from './private-coins.ts';

/** What happened in the private balance, newest first, read from the wallet's own notes (§7 Wallet). */
export const privateHistory = defineContract({
  name: 'private-history',
  summary: 'History of the private balance, newest first',
  method: 'GET',
  path: '/wallet/private/history/{id}',
  access: 'session',
  params: historyParams,
  query: historyQuery,
  response: z.object({ ...activityPage.shape, privateState }),
  errors: ['unknown-coin'],
});
