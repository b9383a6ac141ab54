import * as z from 'zod/mini';
import { ERROR_CODES } from './errors.ts';

/** The body of every refusal: the sentence in `error`, the code from a closed list, and what the case needs. */
export const errorBody = z.object({
  error: z.string(),
  code: z.enum(ERROR_CODES),
  /** The operation that an idempotency key already belongs to. */
  operationId: z.optional(z.string()),
  /** Seconds to wait before trying again. */
  retryAfter: z.optional(z.number()),
});

export type ErrorBody = z.output<typeof errorBody>;
