import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { EntryNote } from '#wire/wallet/notes';
import { saveNote } from '#wire/wallet/save-note';
import { callApi } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-result.ts';
import { NOTES_KEY } from './notes.ts';

/**
 * @returns a function that saves the note about an entry, where a blank text removes it, and shows it everywhere; it
 *   resolves to the error, or null on success
 */
export function useSaveNote(): (note: EntryNote) => Promise<ApiError | null> {
  const client = useQueryClient();
  return async (note) => {
    const result = await callApi(saveNote, { body: note });
    if (!result.ok) return result.error;
    await storeNote(client, result.data.data);
    return null;
  };
}

async function storeNote(client: QueryClient, note: EntryNote): Promise<void> {
  // A list that was requested earlier doesn't know of the change.
  await client.cancelQueries({ queryKey: NOTES_KEY });
  const known = client.getQueryData<readonly EntryNote[]>(NOTES_KEY);
  if (known === undefined) {
    void client.invalidateQueries({ queryKey: NOTES_KEY });
    return;
  }
  const others = known.filter(({ entryId }) => entryId !== note.entryId);
  client.setQueryData(NOTES_KEY, note.text === '' ? others : [...others, note]);
}
