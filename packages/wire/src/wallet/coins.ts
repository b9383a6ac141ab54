import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { chain } from './coin.ts';

/** The public balances, grouped by chain (§7 Wallet). */
export const coins = defineContract({
  name: 'coins',
  summary: 'Public balances, grouped by chain',
  method: 'GET',
  path: '/wallet/public/coins',
  access: 'session',
  response: z.object({ data: z.array(chain) }),
  errors: ['chain-unavailable'],
});
