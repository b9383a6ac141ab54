import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { coin } from './coin.ts';

/** Reads one balance from its chain now (§7 Wallet). */
export const refreshCoin = defineContract({
  name: 'refresh-coin',
  summary: 'Read one public balance from its chain now',
  method: 'POST',
  path: '/wallet/public/coins/{coinId}/refresh',
  access: 'session',
  params: z.object({ coinId: z.string() }),
  response: z.object({ data: coin }),
  errors: ['unknown-coin', 'chain-unavailable'],
});
