import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { CONTACT_ERRORS, contactContent, savedContact } from './saved-contact.ts';

/** Replaces what is saved about a contact. An address that was replaced is kept as the previous one. */
export const changeContact = defineContract({
  name: 'change-contact',
  summary: 'Change a contact',
  method: 'POST',
  path: '/wallet/contacts/{id}',
  access: 'session',
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    ...contactContent,
    /** That the user saw. */
    version: z.number(),
  }),
  response: z.object({ data: savedContact }),
  errors: [...CONTACT_ERRORS, 'unknown-contact', 'contact-changed'],
});
