import * as z from 'zod/mini';
import { defineContract } from './contract.ts';

/** Returns 200 only when the database responds and the recovery of open operations is finished. */
export const ready = defineContract({
  name: 'ready',
  summary: 'Can it serve',
  method: 'GET',
  path: '/ready',
  access: 'public',
  response: z.object({ status: z.literal('ready') }),
  errors: ['not-ready'],
});
