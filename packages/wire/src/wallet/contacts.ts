import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { savedContact } from './saved-contact.ts';

/** Everyone whom the user saved, by name. */
export const contacts = defineContract({
  name: 'contacts',
  summary: 'Everyone in the user’s contacts',
  method: 'GET',
  path: '/wallet/contacts',
  access: 'session',
  response: z.object({ data: z.array(savedContact) }),
  errors: [],
});
