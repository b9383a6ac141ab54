import * as z from 'zod/mini';
import { ENTRY_ID_MAX_LENGTH } from '#domain/activity/entry-id';
import { defineContract } from '../contract.ts';

/** A note for oneself as entered: up to 280 characters; blank for none. */
export const ownNoteText = z.string().check(z.maxLength(2_000));

/** Saves what the user notes about a payment, in place of what they noted before; a blank text removes it. */
export const saveNote = defineContract({
  name: 'save-note',
  summary: 'Save a note about a payment',
  method: 'POST',
  path: '/wallet/notes',
  access: 'session',
  body: z.strictObject({
    entryId: z.string().check(z.maxLength(ENTRY_ID_MAX_LENGTH)),
    text: ownNoteText,
  }),
  response: z.object({ data: z.object({ entryId: z.string(), text: z.string() }) }),
  errors: ['unknown-entry', 'note-not-valid', 'too-many-notes'],
});
