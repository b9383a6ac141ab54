import * as z from 'zod/mini';
import { defineContract } from './contract.ts';

/** Answers as long as the process lives. */
export const health = defineContract({
  name: 'health',
  summary: 'Is the process alive',
  method: 'GET',
  path: '/health',
  access: 'public',
  response: z.object({ status: z.literal('alive') }),
  errors: [],
});
