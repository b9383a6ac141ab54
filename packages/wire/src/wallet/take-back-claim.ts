import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { claimView } from './claim.ts';
import { operationView } from './operation.ts';

/** Moves money that no one claimed back to its sender; at any time until it is claimed. */
export const takeBackClaim = defineContract({
  name: 'take-back-claim',
  summary: 'Take back a payment that no one claimed',
  method: 'POST',
  path: '/wallet/claims/{id}/take-back',
  access: 'session',
  needsIdempotencyKey: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({}),
  response: z.object({ data: claimView, operation: operationView }),
  errors: [
    'signature-needed',
    'account-frozen',
    'unknown-claim',
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
