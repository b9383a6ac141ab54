import * as z from 'zod/mini';

/** Codes were sent, if the account exists; the response does not reveal whether it does. */
export const codesSent = z.object({
  success: z.boolean(),
  message: z.string(),
  /** Seconds until new codes may be requested. */
  resendAfter: z.number(),
});
