import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { ownerWrapId, ownerWrapLabel } from './owner-wrap.ts';

/** Renames a way to open the keys. */
export const renameOwnerWrap = defineContract({
  name: 'rename-owner-wrap',
  summary: 'Rename a way to use your keys',
  method: 'POST',
  path: '/wallet/passkeys/{id}/rename',
  access: 'session',
  params: ownerWrapId,
  body: z.strictObject({ label: ownerWrapLabel }),
  response: z.object({ success: z.literal(true) }),
  errors: ['unknown-owner-wrap', 'name-not-valid'],
});
