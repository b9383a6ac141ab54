import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/**
 * Begins the enrolment of keys: of a new wallet for the place of an empty one, or of the wallet itself, whose owner has
 * its 12 words. What both keys sign, once, within 10 minutes. Nothing is stored.
 */
export const custodyChallenge = defineContract({
  name: 'custody-challenge',
  summary: 'Begin a wallet whose keys only you have',
  method: 'POST',
  path: '/wallet/custody/challenge',
  access: 'session',
  body: z.strictObject({
    /** The keys are those of the wallet as it is: addresses, money and history stay. */
    keepsAddresses: z.optional(z.boolean()),
  }),
  response: z.object({
    /** 32 bytes as lower-case hex. */
    challenge: z.string(),
    /** Signed with it. */
    userId: z.string(),
  }),
  errors: [
    'custody-unchanged',
    'wallet-not-empty',
    'operations-open',
    'private-not-ready',
    'chain-unavailable',
  ],
});
