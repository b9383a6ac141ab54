import * as z from 'zod/mini';
import { defineContract } from './contract.ts';

/** Responds as long as the process is alive. */
export const health = defineContract({
  name: 'health',
  summary: 'Is the process alive',
  method: 'GET',
  path: '/health',
  access: 'public',
  response: z.object({ status: z.literal('alive') }),
  errors: [],
});
