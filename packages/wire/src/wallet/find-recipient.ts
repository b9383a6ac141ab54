import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/**
 * Finds the user with exactly this email or phone, if they can be found. Someone who does not want to be found gets
 * the same response as someone who has no account.
 */
export const findRecipient = defineContract({
  name: 'find-recipient',
  summary: 'Find a user by their whole email or phone',
  method: 'POST',
  path: '/wallet/find-recipient',
  access: 'session',
  body: z.strictObject({ emailOrPhone: z.string().check(z.maxLength(254)) }),
  response: z.object({
    data: z.nullable(
      z.object({
        /** As they registered. */
        name: z.string(),
        /** What was searched for, normalized. */
        emailOrPhone: z.string(),
        publicAddress: z.string(),
        privateAddress: z.string(),
      }),
    ),
  }),
  errors: ['email-not-valid', 'phone-not-valid', 'recipient-is-sender'],
});
