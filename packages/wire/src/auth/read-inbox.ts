import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { inboxState } from './inbox.ts';

/** Stores up to when the user has read their inbox; never an earlier moment than before, nor a future one. */
export const readInbox = defineContract({
  name: 'read-inbox',
  summary: 'Mark the inbox as read',
  method: 'POST',
  path: '/auth/inbox',
  access: 'session',
  body: z.strictObject({
    /** ISO 8601. */
    until: z.string().check(
      z.maxLength(40),
      z.refine((text) => !Number.isNaN(Date.parse(text))),
    ),
  }),
  response: z.object({ data: inboxState }),
  errors: [],
});
