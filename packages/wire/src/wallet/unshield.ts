import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { requestCodeText } from './find-payment-request.ts';
import { moneyResponse } from './money-response.ts';
import { ownNoteText } from './save-note.ts';
import { toBeSigned } from './to-be-signed.ts';
import { tokenAmount, typedAddress } from './token-amount.ts';

/** Moves a token or the native coin from the private balance to a public address (§7 Wallet). */
export const unshield = defineContract({
  name: 'unshield',
  summary: 'Move a token or the native coin from the private balance to a public address',
  method: 'POST',
  path: '/wallet/unshield',
  access: 'session',
  needsIdempotencyKey: true,
  canRespondAsync: true,
  body: z.strictObject({
    ...tokenAmount,
    /** A public address; the user's own when left out. */
    recipientAddress: z.optional(typedAddress),
    /** Sent at a random moment within this many minutes; immediately when left out. */
    sendWithinMinutes: z.optional(z.number().check(checkMinutes)),
    /** A note for oneself. */
    ownNote: z.optional(ownNoteText),
    /** The code of the payment request that it pays; refused where it isn’t what that requests. */
    paymentRequest: z.optional(requestCodeText),
  }),
  response: z.union([moneyResponse, toBeSigned]),
  errors: [
    'signature-needed',
    'account-frozen',
    'held-after-reset',
    'held-new-device',
    'approval-needed',
    'approval-not-valid',
    'unknown-token',
    'not-shieldable',
    'amount-not-valid',
    'amount-zero',
    'amount-above-balance',
    'fee-not-covered',
    'notes-fragmented',
    'recipient-not-valid',
    'recipient-checksum',
    'recipient-is-zero',
    'recipient-is-token',
    'recipient-is-private',
    'recipient-is-contract',
    'chain-unavailable',
    'private-not-ready',
    'private-operation-open',
    'queue-full',
    'transaction-would-fail',
    'operation-in-progress',
    'unknown-payment-request',
    'payment-request-over',
    'payment-request-differs',
    'note-not-valid',
    'idempotency-key-missing',
    'idempotency-key-reused',
  ],
});

const DAY_MINUTES = 1_440;

/** Whole minutes up to a day. Checked by hand, because zod's number checks would be loaded with the first page. */
function checkMinutes(minutes: { value: number; issues: z.core.$ZodRawIssue[] }): void {
  const { value, issues } = minutes;
  if (Number.isInteger(value) && value >= 1 && value <= DAY_MINUTES) return;
  issues.push({ code: 'custom', input: value, message: 'whole minutes from 1 to 1440' });
}
