import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Removes a contact. Payments and their history stay. */
export const removeContact = defineContract({
  name: 'remove-contact',
  summary: 'Remove a contact',
  method: 'POST',
  path: '/wallet/contacts/{id}/remove',
  access: 'session',
  params: z.object({ id: z.string() }),
  body: z.strictObject({}),
  response: z.object({ success: z.literal(true) }),
  errors: ['unknown-contact'],
});
