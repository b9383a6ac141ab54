import * as z from 'zod/mini';
import { ENTRY_ID_MAX_LENGTH } from '#domain/activity/entry-id';
import { defineContract } from '../contract.ts';
import { receipt } from './receipt.ts';

/** Makes a signed receipt of one payment that the user sent or received. Nothing is stored. */
export const makeReceipt = defineContract({
  name: 'make-receipt',
  summary: 'Make a receipt of one payment',
  method: 'POST',
  path: '/wallet/receipts',
  access: 'session',
  body: z.strictObject({
    entryId: z.string().check(z.maxLength(ENTRY_ID_MAX_LENGTH)),
    /** In which of the user's histories the payment is. */
    mode: z.enum(['public', 'private']),
    /** Whether it names the user. */
    showsOwnName: z.boolean(),
    /** What the user calls the other side; null to leave it out. */
    otherName: z.nullable(z.string().check(z.maxLength(200))),
    /** Whether it has the message that the payment carries. */
    showsMessage: z.boolean(),
  }),
  response: z.object({ data: receipt }),
  errors: [
    'signature-needed',
    'unknown-entry',
    'receipt-not-final',
    'receipt-not-possible',
    'chain-unavailable',
  ],
});
