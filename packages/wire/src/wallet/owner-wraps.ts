import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { listedOwnerWrap } from './owner-wrap.ts';

/** The ways to open the keys of a wallet that only its owner has, the oldest first. */
export const ownerWraps = defineContract({
  name: 'owner-wraps',
  summary: 'Ways to use the keys that only you have',
  method: 'GET',
  path: '/wallet/passkeys',
  access: 'session',
  response: z.object({ wraps: z.array(listedOwnerWrap) }),
  errors: [],
});
