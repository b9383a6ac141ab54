import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** A network on which payments of the user's account wait for an earlier nonce that no transaction has. */
const waitingAccount = z.object({
  chainId: z.number(),
  /** Why nothing fills it yet, a sentence for the user; null once a transaction that fills it is signed. */
  problem: z.nullable(z.string()),
});

export type WaitingAccount = z.output<typeof waitingAccount>;

/**
 * Lets the user's payments continue that wait for a nonce which none of their transactions has: signs and sends one
 * that moves nothing in its place. Each is signed once, however often this is called. It also returns what no one claimed
 * in time, of which the response says nothing.
 */
export const continueOperations = defineContract({
  name: 'continue-operations',
  summary: 'Fill the nonce gaps that public payments wait for',
  method: 'POST',
  path: '/wallet/operations/continue',
  access: 'session',
  response: z.object({ data: z.array(waitingAccount) }),
  errors: ['signature-needed'],
});
