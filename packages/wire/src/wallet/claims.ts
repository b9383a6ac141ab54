import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { claimView } from './claim.ts';

/** The user's own payments by link, newest first; those that ended are listed for five years. */
export const claims = defineContract({
  name: 'claims',
  summary: 'The user’s own payments by link',
  method: 'GET',
  path: '/wallet/claims',
  access: 'session',
  response: z.object({ data: z.array(claimView) }),
  errors: [],
});
