import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { ownerWrapId } from './owner-wrap.ts';

/** Removes a way to open the keys. A box that someone copied still opens with what it was sealed for. */
export const removeOwnerWrap = defineContract({
  name: 'remove-owner-wrap',
  summary: 'Remove a way to use your keys',
  method: 'POST',
  path: '/wallet/passkeys/{id}/remove',
  access: 'session',
  params: ownerWrapId,
  body: z.strictObject({}),
  response: z.object({ success: z.literal(true) }),
  errors: ['unknown-owner-wrap', 'last-way-in', 'approval-needed', 'approval-not-valid'],
});
