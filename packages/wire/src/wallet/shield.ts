import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { moneyResponse } from './money-response.ts';
import { toBeSigned } from './to-be-signed.ts';
import { tokenAmount } from './token-amount.ts';

/** Moves a token or the native coin from the public to the private balance (§7 Wallet). */
export const shield = defineContract({
  name: 'shield',
  summary: 'Move a token or the native coin from the public to the private balance',
  method: 'POST',
  path: '/wallet/shield',
  access: 'session',
  needsIdempotencyKey: true,
  body: z.strictObject(tokenAmount),
  response: z.union([moneyResponse, toBeSigned]),
  errors: [
    'signature-needed',
    'account-frozen',
    'unknown-token',
    'not-shieldable',
    'amount-not-valid',
    'amount-zero',
    'amount-above-balance',
    'not-enough-for-fee',
    'network-fee-too-high',
    'chain-unavailable',
    'private-not-ready',
    'transaction-would-fail',
    'operation-in-progress',
    'idempotency-key-missing',
    'idempotency-key-reused',
  ],
});
