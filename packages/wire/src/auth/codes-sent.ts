import * as z from 'zod/mini';

/**
 * When the text message goes out: `sent` with the email, `after-email-code` once `send-phone-code` got the code of the
 * email, `unavailable` when no text messages can be sent now. It never depends on whether there is an account.
 */
export const PHONE_CODES = ['sent', 'after-email-code', 'unavailable'] as const;

export type PhoneCode = (typeof PHONE_CODES)[number];

export const phoneCode = z.enum(PHONE_CODES);

/** Codes were sent, if the account exists; the response does not reveal whether it does. */
export const codesSent = z.object({
  success: z.boolean(),
  message: z.string(),
  /** Seconds until new codes may be requested. */
  resendAfter: z.number(),
  phoneCode,
});
