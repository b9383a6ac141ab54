import * as z from 'zod/mini';
import { operationView } from './operation.ts';

/**
 * The response to a call that moves money. The hash is known once the transaction was sent; the hashes are null when
 * an immediate response was requested (`Prefer: respond-async`), or when sending takes longer than a call may.
 */
export const moneyResponse = z.object({
  transactionHash: z.nullable(z.string()),
  hash: z.nullable(z.string()),
  data: z.object({ transactionHash: z.nullable(z.string()), hash: z.nullable(z.string()) }),
  operation: operationView,
});
