import * as z from 'zod/mini';
import { password } from '../auth/fields.ts';
import { wallet } from '../auth/user.ts';
import { defineContract } from '../contract.ts';
import { ownerWrap, ownerWrapLabel } from './owner-wrap.ts';

const hex = (bytes: number) => new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`);

/**
 * Replaces an empty wallet by one whose keys only its owner has; or, with the addresses of the wallet as it is, deletes
 * the keys that Kax has of it. Kax gets what sees it, and nothing that moves its money. Other sessions end.
 */
export const enrolKeys = defineContract({
  name: 'enrol-keys',
  summary: 'Replace an empty wallet by one whose keys only you have',
  method: 'POST',
  path: '/wallet/custody/enrol',
  access: 'session',
  body: z.strictObject({
    password,
    /** Of `/wallet/custody/challenge`. */
    challenge: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
    privateAddress: z.string().check(z.regex(/^0zk[0-9a-z]{124}$/)),
    /** 96 bytes as lower-case hex: the private viewing key, the public spending key, the shield key. */
    sight: z.string().check(z.regex(/^[0-9a-f]{192}$/)),
    /** Of both keys, over the challenge, the user and both addresses. */
    proof: z.strictObject({
      address: z.string().check(z.regex(hex(65))),
      privateAddress: z.string().check(z.regex(hex(64))),
    }),
    /** None where their owner has the 12 words alone. */
    wraps: z
      .array(z.strictObject({ label: ownerWrapLabel, wrap: ownerWrap }))
      .check(z.maxLength(3)),
  }),
  response: z.object({ wallet }),
  errors: [
    'account-frozen',
    'approval-needed',
    'approval-not-valid',
    'password-wrong',
    'export-locked',
    'name-not-valid',
    'custody-unchanged',
    'custody-challenge-over',
    'keys-not-matching',
    'wallet-not-empty',
    'operations-open',
    'private-not-ready',
    'chain-unavailable',
    'busy',
  ],
});
