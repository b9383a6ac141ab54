import * as z from 'zod/mini';
import { defineContract } from './contract.ts';

/** What anyone may know about the server before signing in. */
export const about = defineContract({
  name: 'about',
  summary: 'Where codes can be read, and who keeps the recovery key',
  method: 'GET',
  path: '/about',
  access: 'public',
  response: z.object({
    /** A page that shows the mails and text messages of a sandbox; null where real ones are sent. */
    messagesUrl: z.nullable(z.string()),
    /** Who keeps the key that makes a forgotten password recoverable. */
    recoveryKey: z.enum(['file', 'aws-kms']),
  }),
  errors: [],
});
