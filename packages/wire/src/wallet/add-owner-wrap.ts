import * as z from 'zod/mini';
import { password } from '../auth/fields.ts';
import { defineContract } from '../contract.ts';
import { listedOwnerWrap, ownerWrap, ownerWrapLabel } from './owner-wrap.ts';

/** Adds a way to open the keys, which their owner’s device sealed. */
export const addOwnerWrap = defineContract({
  name: 'add-owner-wrap',
  summary: 'Add a way to use your keys',
  method: 'POST',
  path: '/wallet/passkeys',
  access: 'session',
  body: z.strictObject({ password, label: ownerWrapLabel, wrap: ownerWrap }),
  response: z.object({ wrap: listedOwnerWrap }),
  errors: [
    'name-not-valid',
    'password-wrong',
    'custody-unchanged',
    'too-many-owner-wraps',
    'account-frozen',
    'approval-needed',
    'approval-not-valid',
    'busy',
  ],
});
