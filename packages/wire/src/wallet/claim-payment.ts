import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { foundClaim } from './find-claim.ts';
import { requestCodeText } from './find-payment-request.ts';
import { operationView } from './operation.ts';

/** Moves the money of a link to the user's own address in the balance that it was paid from; only to whoever verified its email or phone. */
export const claimPayment = defineContract({
  name: 'claim-payment',
  summary: 'Claim the payment of a link',
  method: 'POST',
  path: '/wallet/claims/claim',
  access: 'session',
  needsIdempotencyKey: true,
  body: z.strictObject({ code: requestCodeText }),
  response: z.object({ data: foundClaim, operation: operationView }),
  errors: [
    'account-frozen',
    'unknown-claim',
    'claim-not-yours',
    'claim-not-ready',
    'claim-over',
    'claim-fee-too-high',
    'private-not-ready',
    'private-operation-open',
    'queue-full',
    'network-fee-too-high',
    'chain-unavailable',
    'transaction-would-fail',
    'operation-in-progress',
    'idempotency-key-missing',
    'idempotency-key-reused',
  ],
});
