import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { swapView } from './swap-view.ts';

/**
 * Signs the next step of every swap of the signed-in user that is waiting for it. A step is signed once, however
 * often this is called.
 */
export const continueSwaps = defineContract({
  name: 'continue-swaps',
  summary: 'Sign the next steps of swaps in progress',
  method: 'POST',
  path: '/rango/swap/continue',
  access: 'session',
  response: z.object({ data: z.array(swapView) }),
  errors: ['signature-needed', 'account-frozen'],
});
