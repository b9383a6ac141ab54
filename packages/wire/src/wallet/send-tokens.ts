import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { requestCodeText } from './find-payment-request.ts';
import { operationView } from './operation.ts';
import { ownNoteText } from './save-note.ts';
import { toBeSigned } from './to-be-signed.ts';

const body = z.strictObject({
  tokenId: z.string().check(z.minLength(1), z.maxLength(128)),
  /** Base units, digits only. */
  amount: z.string().check(z.maxLength(128)),
  recipientAddress: z.string().check(z.maxLength(256)),
  /** A note for oneself. */
  ownNote: z.optional(ownNoteText),
  /** The code of the payment request that it pays; refused where it isn’t what that requests. */
  paymentRequest: z.optional(requestCodeText),
});

const sentTokens = z.object({
  transaction: z.object({ hash: z.string() }),
  transactionHash: z.string(),
  hash: z.string(),
  data: z.object({ transactionHash: z.string(), hash: z.string() }),
  operation: operationView,
});

/** Sends a token or the native coin to a public address (§7 Wallet). */
export const sendTokens = defineContract({
  name: 'send-tokens',
  summary: 'Send a token or the native coin to a public address',
  method: 'POST',
  path: '/wallet/public/send-tokens',
  access: 'session',
  needsIdempotencyKey: true,
  body: body,
  response: z.union([sentTokens, toBeSigned]),
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
    'recipient-not-valid',
    'recipient-checksum',
    'recipient-is-sender',
    'recipient-is-zero',
    'recipient-is-token',
    'recipient-is-private',
    'chain-unavailable',
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
