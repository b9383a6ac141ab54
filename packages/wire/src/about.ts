import * as z from 'zod/mini';
import { defineContract } from './contract.ts';

/** What a person may know of the server before signing in. */
export const about = defineContract({
  name: 'about',
  summary: 'Where codes can be read, and who keeps the recovery key',
  method: 'GET',
  path: '/about',
  access: 'public',
  response: z.object({
    /** A page that shows the mails and text messages of a sandbox; null where real ones are sent. */
    messagesUrl: z.nullable(z.string()),
    /** Where the key is that makes a forgotten password recoverable. */
    recoveryKey: z.enum(['file', 'aws-kms']),
  }),
  errors: [],
});
