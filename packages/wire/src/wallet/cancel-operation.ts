import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { operationView } from './operation.ts';

/**
 * Cancels an operation of which nothing has left the server, or tries to stop one of the public balance that no block
 * has yet: it is cancelled only when the network has confirmed that.
 */
export const cancelOperation = defineContract({
  name: 'cancel-operation',
  summary: 'Cancel an operation that is not confirmed yet',
  method: 'POST',
  path: '/wallet/operations/{id}/cancel',
  access: 'session',
  params: z.object({ id: z.string() }),
  response: z.object({ data: operationView }),
  errors: ['unknown-operation', 'cannot-cancel', 'reconciling'],
});
