import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { chain } from './coin.ts';

/** How well a person's private balance is known. */
export const privateState = z.object({
  /**
   * `ready`: all of the pool is known. `looking`: new notes are being looked for; what stands here is what is
   * known so far. `starting`: nothing is known yet. `away`: the pool cannot be read at present.
   */
  status: z.enum(['ready', 'looking', 'starting', 'away']),
  /** When the balances were true, ISO 8601; null while none is known. */
  asOf: z.nullable(z.string()),
});

/** The private balances, grouped by chain (§7 Wallet). Only networks with a pool are listed. */
export const privateCoins = defineContract({
  name: 'private-coins',
  summary: 'Private balances, grouped by chain',
  method: 'GET',
  path: '/wallet/private/coins',
  access: 'session',
  response: z.object({ data: z.array(chain), privateState }),
  errors: [],
});

export type PrivateState = z.output<typeof privateState>;
