import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { CONTACT_ERRORS, contactContent, savedContact } from './saved-contact.ts';

/** Saves someone under a name. An address belongs to one contact only. */
export const addContact = defineContract({
  name: 'add-contact',
  summary: 'Add a contact',
  method: 'POST',
  path: '/wallet/contacts',
  access: 'session',
  body: z.strictObject(contactContent),
  response: z.object({ data: savedContact }),
  errors: [...CONTACT_ERRORS, 'too-many-contacts'],
});
