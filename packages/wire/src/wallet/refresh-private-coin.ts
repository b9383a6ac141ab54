import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { coin } from './coin.ts';
import { privateState } from './private-coins.ts';

/** Looks for new notes of the user now (§7 Wallet). */
export const refreshPrivateCoin = defineContract({
  name: 'refresh-private-coin',
  summary: 'Look for new notes of the private balance now',
  method: 'POST',
  path: '/wallet/private/coins/{coinId}/refresh',
  access: 'session',
  params: z.object({ coinId: z.string() }),
  response: z.object({ data: coin, privateState }),
  errors: ['unknown-coin', 'private-not-ready'],
});
