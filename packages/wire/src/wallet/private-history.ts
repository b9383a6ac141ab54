import { defineContract } from '../contract.ts';
import { activityPage, historyParams, historyQuery } from './history.ts';

/** What moved in the private balance, of one coin or of the whole wallet, newest first. */
export const privateHistory = defineContract({
  name: 'private-history',
  summary: 'What moved in the private balance, newest first',
  method: 'GET',
  path: '/wallet/private/history/{id}',
  access: 'session',
  params: historyParams,
  query: historyQuery,
  response: activityPage,
  errors: ['unknown-coin'],
});
