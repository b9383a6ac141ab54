import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

const number1024 = z.string().check(z.regex(/^[\da-f]{1,256}$/));

/** Work to do before the same request is accepted: square `base` modulo `modulus`, `squarings` times. */
export const workPuzzle = z.object({
  token: z.string(),
  /** Hex digits. */
  modulus: number1024,
  /** Hex digits. */
  base: number1024,
  squarings: z.number().check(z.positive()),
});

export type WorkPuzzle = z.output<typeof workPuzzle>;

/** Where a client sends the solution: `<token>.<result in hex digits>`. */
export const WORK_HEADER = 'kax-work';

/** What every refusal has. A client that loads little reads this, and the rest once it is needed. */
export const errorShell = z.object({
  /** The sentence. */
  error: z.string(),
  /** Of a newer server, also one that this client doesn't know: it equals none that it looks for. */
  code: z.string() as z.ZodMiniType<ErrorCode, string>,
  /** The operation that an idempotency key already belongs to. */
  operationId: z.optional(z.string()),
  /** Seconds to wait before trying again. */
  retryAfter: z.optional(z.number()),
  /** What `work-needed` asks for. */
  work: z.optional(workPuzzle),
  /** What `approval-needed` asks for; `approvalRequest` parses it. */
  approval: z.optional(z.unknown()),
});
