import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { privateNote } from './private-note.ts';
import { tokenAmount, typedAddress } from './token-amount.ts';

/**
 * Called when the confirm step of an unshield or a private transfer is shown: if nothing else is waiting, its proof
 * is precomputed. This commits to nothing, and nothing leaves the server.
 */
export const preparePrivateTransaction = defineContract({
  name: 'prepare-private-transaction',
  summary: 'Precompute the proof of a private payment while the user reads the confirm step',
  method: 'POST',
  path: '/wallet/private/prepare-transaction',
  access: 'session',
  body: z.strictObject({
    kind: z.enum(['unshield', 'internal-transfer']),
    ...tokenAmount,
    /** A public address for an unshield, a private one for a transfer. */
    recipientAddress: typedAddress,
    ...privateNote,
  }),
  response: z.object({
    data: z.object({
      /** `begun`: it is being made. `declined`: others are waiting, or it cannot be made now; then Confirm makes it. */
      state: z.enum(['begun', 'declined']),
    }),
  }),
  errors: [],
});
