import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { operationView } from './operation.ts';

/** The user's operations that are not final yet, newest first: what the dashboard shows as a strip. */
export const operations = defineContract({
  name: 'operations',
  summary: 'Operations in progress',
  method: 'GET',
  path: '/wallet/operations',
  access: 'session',
  response: z.object({ data: z.array(operationView) }),
  errors: [],
});
