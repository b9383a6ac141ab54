import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { operationView } from './operation.ts';

/** Offers the network a higher fee for an operation of the public balance that no block has yet. */
export const speedUpOperation = defineContract({
  name: 'speed-up-operation',
  summary: 'Raise the network fee of an operation now',
  method: 'POST',
  path: '/wallet/operations/{id}/speed-up',
  access: 'session',
  params: z.object({ id: z.string() }),
  response: z.object({ data: operationView }),
  errors: ['account-frozen', 'unknown-operation', 'cannot-speed-up'],
});
