import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { base64url } from './base64url.ts';
import { passkey, passkeyName } from './second-factor.ts';

/** Renames a passkey. */
export const renamePasskey = defineContract({
  name: 'rename-passkey',
  summary: 'Rename a passkey',
  method: 'POST',
  path: '/auth/passkeys/{id}/rename',
  access: 'session',
  params: z.object({ id: base64url }),
  body: z.strictObject({ name: passkeyName }),
  response: z.object({ passkey }),
  errors: ['unknown-passkey', 'name-not-valid'],
});
