import * as z from 'zod/mini';
import { operationView } from './operation.ts';

/**
 * The answer to a money command whose hash is known once it was sent. The hashes are null when the call was
 * asked to answer at once (`Prefer: respond-async`), or when sending takes longer than a call may.
 */
export const moneyResponse = z.object({
  transactionHash: z.nullable(z.string()),
  hash: z.nullable(z.string()),
  data: z.object({ transactionHash: z.nullable(z.string()), hash: z.nullable(z.string()) }),
  operation: operationView,
});
