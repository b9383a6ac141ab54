import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Freezes the account: nothing leaves until it is unfrozen. */
export const freeze = defineContract({
  name: 'freeze',
  summary: 'Freeze the account',
  method: 'POST',
  path: '/auth/freeze',
  access: 'session',
  body: z.strictObject({}),
  response: z.object({ frozenAt: z.string() }),
  errors: [],
});
