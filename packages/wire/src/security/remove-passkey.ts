import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { base64url } from './base64url.ts';

/** Removes a passkey: it approves nothing and signs no one in from then on. */
export const removePasskey = defineContract({
  name: 'remove-passkey',
  summary: 'Remove a passkey',
  method: 'POST',
  path: '/auth/passkeys/{id}/remove',
  access: 'session',
  params: z.object({ id: base64url }),
  body: z.strictObject({}),
  response: z.object({ success: z.literal(true) }),
  errors: ['unknown-passkey', 'approval-needed', 'approval-not-valid'],
});
