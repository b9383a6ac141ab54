import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { tokenAmount, typedAddress } from './token-amount.ts';

/**
 * Said when the confirm step of an unshield or a private transfer is shown: if nothing else waits, its proof is
 * made ahead. Nothing is promised by it, and nothing leaves the server.
 */
export const preparePrivateTransaction = defineContract({
  name: 'prepare-private-transaction',
  summary: 'Make the proof of a private payment ahead, while its person reads the confirm step',
  method: 'POST',
  path: '/wallet/private/prepare-transaction',
  access: 'session',
  body: z.strictObject({
    kind: z.enum(['unshield', 'internal-transfer']),
    ...tokenAmount,
    /** A public address for an unshield, a private one for a transfer. */
    recipientAddress: typedAddress,
  }),
  response: z.object({
    data: z.object({
      /** `begun`: it is being made. `declined`: others wait, or it cannot be made; Confirm makes it then. */
      state: z.enum(['begun', 'declined']),
    }),
  }),
  errors: [],
});
