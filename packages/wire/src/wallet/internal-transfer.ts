import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { requestCodeText } from './find-payment-request.ts';
import { moneyResponse } from './money-response.ts';
import { privateNote } from './private-note.ts';
import { toBeSigned } from './to-be-signed.ts';
import { tokenAmount, typedAddress } from './token-amount.ts';

/** Sends a token or the native coin from the private balance to a private address (§7 Wallet). */
export const internalTransfer = defineContract({
  name: 'internal-transfer',
  summary: 'Send a token or the native coin from one private balance to another',
  method: 'POST',
  path: '/wallet/private/internal-transfer',
  access: 'session',
  needsIdempotencyKey: true,
  canRespondAsync: true,
  body: z.strictObject({
    ...tokenAmount,
    /** A private address. */
    recipientAddress: typedAddress,
    /** The user's own private address; any other is refused. */
    senderAddress: typedAddress,
    ...privateNote,
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
    'sender-not-own',
    'recipient-is-sender',
    'recipient-not-private',
    'recipient-other-network',
    'message-not-valid',
    'chain-unavailable',
    'private-not-ready',
    'private-operation-open',
    'queue-full',
    'transaction-would-fail',
    'operation-in-progress',
    'unknown-payment-request',
    'payment-request-over',
    'payment-request-differs',
    'idempotency-key-missing',
    'idempotency-key-reused',
  ],
});
