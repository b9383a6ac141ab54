import * as z from 'zod/mini';

/** Codes were sent, if there was somebody to send them to; the answer does not tell. */
export const codesSent = z.object({
  success: z.boolean(),
  message: z.string(),
  /** Seconds until new codes may be asked for. */
  resendAfter: z.number(),
});
