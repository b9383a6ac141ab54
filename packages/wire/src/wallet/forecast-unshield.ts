import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { tokenAmount, typedAddress } from './token-amount.ts';

const ownShield = {
  /** Base units that left the public address, digits only. */
  paid: z.string(),
  /** When, ISO 8601. */
  at: z.string(),
};

/**
 * Why an observer of the public chain could identify the owner of the money; discriminated by `kind`. A plain union,
 * because the sign-in page loads every other part of the schema library that a contract uses.
 */
const linkReason = z.union([
  z.object({ kind: z.literal('same-amount'), ...ownShield }),
  z.object({ kind: z.literal('sum-of-shields'), shields: z.array(z.object(ownShield)) }),
  z.object({ kind: z.literal('back-to-shielder'), ...ownShield }),
  z.object({ kind: z.literal('linked-recipient') }),
  z.object({ kind: z.literal('soon-after'), ...ownShield, minutes: z.number() }),
  z.object({ kind: z.literal('few-others'), others: z.number() }),
]);

/** What everyone can see of a planned unshield, and possible mitigations. Never a promise of anonymity. */
export const forecastUnshield = defineContract({
  name: 'forecast-unshield',
  summary: 'How an observer could link a planned unshield to its owner',
  method: 'POST',
  path: '/wallet/private/forecast-unshield',
  access: 'session',
  body: z.strictObject({ ...tokenAmount, recipientAddress: z.optional(typedAddress) }),
  response: z.object({
    data: z.object({
      outlook: z.enum(['easy', 'possible', 'nothing-stands-out']),
      /** The strongest first. */
      reasons: z.array(linkReason),
      mitigations: z.array(
        z.enum(['other-amount', 'other-address', 'wait', 'use-later-when-others-came']),
      ),
      /** Amounts near the planned one that many others moved or that match no sum of own shields; base units. */
      otherAmounts: z.array(z.string()),
      /** The last known block of the public history; null while none is known. */
      asOfBlock: z.nullable(z.string()),
    }),
  }),
  errors: [
    'unknown-token',
    'not-shieldable',
    'amount-not-valid',
    'amount-zero',
    'recipient-not-valid',
    'recipient-checksum',
    'recipient-is-zero',
    'recipient-is-token',
    'recipient-is-private',
    'private-not-ready',
  ],
});
