import * as z from 'zod/mini';
import { CLAIM_BALANCES } from '#domain/claim/claim';
import { defineContract } from '../contract.ts';
import { claimView } from './claim.ts';
import { operationView } from './operation.ts';
import { ownNoteText } from './save-note.ts';
import { tokenAmount } from './token-amount.ts';

/**
 * Sets an amount of the public or the private balance aside for whoever can read an email or a phone, and sends them the link. The
 * response is the same whether or not they have an account.
 */
export const makeClaim = defineContract({
  name: 'make-claim',
  summary: 'Pay someone by email or text who may have no account',
  method: 'POST',
  path: '/wallet/claims',
  access: 'session',
  needsIdempotencyKey: true,
  body: z.strictObject({
    ...tokenAmount,
    /** Public when left out. */
    balance: z.optional(z.enum(CLAIM_BALANCES)),
    emailOrPhone: z.string().check(z.maxLength(254)),
    /** One line of up to 140 characters that the recipient reads; blank for none. */
    message: z.string().check(z.maxLength(2_000)),
    /** A note for oneself. */
    ownNote: z.optional(ownNoteText),
  }),
  response: z.object({ data: claimView, operation: operationView }),
  errors: [
    'signature-needed',
    'account-frozen',
    'held-after-reset',
    'held-new-device',
    'approval-needed',
    'approval-not-valid',
    'unknown-token',
    'amount-not-valid',
    'amount-zero',
    'amount-above-balance',
    'not-enough-for-fee',
    'network-fee-too-high',
    'email-not-valid',
    'phone-not-valid',
    'recipient-is-sender',
    'message-not-valid',
    'note-not-valid',
    'too-many-claims',
    'not-shieldable',
    'fee-not-covered',
    'notes-fragmented',
    'private-not-ready',
    'private-operation-open',
    'queue-full',
    'chain-unavailable',
    'transaction-would-fail',
    'operation-in-progress',
    'idempotency-key-missing',
    'idempotency-key-reused',
  ],
});
