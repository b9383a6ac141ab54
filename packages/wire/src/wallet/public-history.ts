import { defineContract } from '../contract.ts';
import { activityPage, historyParams, historyQuery } from './history.ts';

/** Movements of the public balances, of one coin or of the whole wallet, newest first (§7 Wallet). */
export const publicHistory = defineContract({
  name: 'public-history',
  summary: 'History of the public balances, newest first',
  method: 'GET',
  path: '/wallet/public/history/{id}',
  access: 'session',
  params: historyParams,
  query: historyQuery,
  response: activityPage,
  errors: ['unknown-coin'],
});
