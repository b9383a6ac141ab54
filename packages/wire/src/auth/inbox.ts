import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** What the server knows of the inbox: up to when it was read. What is in it, the browser puts together. */
export const inboxState = z.object({
  /** What happened up to this moment was read, ISO 8601; null for nothing. */
  readUntil: z.nullable(z.string()),
});

/** Reads up to when the user has read their inbox. */
export const inbox = defineContract({
  name: 'inbox',
  summary: 'Up to when the inbox was read',
  method: 'GET',
  path: '/auth/inbox',
  access: 'session',
  response: z.object({ data: inboxState }),
  errors: [],
});
