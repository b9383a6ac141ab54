import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Replaces the recovery codes; the earlier ones no longer work. */
export const newRecoveryCodes = defineContract({
  name: 'new-recovery-codes',
  summary: 'Replace the recovery codes',
  method: 'POST',
  path: '/auth/recovery-codes',
  access: 'session',
  body: z.strictObject({}),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['no-second-factor', 'approval-needed', 'approval-not-valid'],
});
