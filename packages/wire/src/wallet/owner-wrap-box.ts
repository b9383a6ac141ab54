import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { ownerWrap, ownerWrapId } from './owner-wrap.ts';

/** The boxes of a way to open the keys, for the device that opens them. Recorded. */
export const ownerWrapBox = defineContract({
  name: 'owner-wrap-box',
  summary: 'What a way to use your keys opens',
  method: 'GET',
  path: '/wallet/passkeys/{id}/box',
  access: 'session',
  params: ownerWrapId,
  response: z.object({ wrap: ownerWrap }),
  errors: ['unknown-owner-wrap'],
});
