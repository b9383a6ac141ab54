import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** What a user noted about an entry of the activity. */
export const entryNote = z.object({
  /** As `entryIdOf` makes it. */
  entryId: z.string(),
  text: z.string(),
});

export type EntryNote = z.output<typeof entryNote>;

/** Everything that the user noted about payments, which only they see. */
export const notes = defineContract({
  name: 'notes',
  summary: 'The user’s own notes about payments',
  method: 'GET',
  path: '/wallet/notes',
  access: 'session',
  response: z.object({ data: z.array(entryNote) }),
  errors: [],
});
