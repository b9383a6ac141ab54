import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { chain } from './coin.ts';

/** How complete the known private balance of a user is. */
export const privateState = z.object({
  /**
   * `ready`: all of the pool is known. `looking`: new notes are being looked for; the balances are those
   * known so far. `starting`: nothing is known yet. `away`: the pool cannot be read at the moment.
   */
  status: z.enum(['ready', 'looking', 'starting', 'away']),
  /** The time of the balances, ISO 8601; null while none is known. */
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
