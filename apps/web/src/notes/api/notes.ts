import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type EntryNote, notes } from '#wire/wallet/notes';
import { callApi } from '../../lib/api-client.ts';
import { dataOrThrow } from '../../lib/api-result.ts';

export const NOTES_KEY = ['wallet', 'notes'] as const;

/** Notes change rarely, and this device's own changes are known immediately. */
const STALE_AFTER_MS = 60_000;

const notesQuery = queryOptions({
  queryKey: NOTES_KEY,
  queryFn: async ({ signal }): Promise<readonly EntryNote[]> =>
    dataOrThrow(await callApi(notes, { signal })).data,
  staleTime: STALE_AFTER_MS,
});

/**
 * What the user noted about payments: `data` is the text by the entry's id, undefined until it is read.
 * @param isWanted false sends no request
 */
export function useNotes(isWanted = true) {
  return useQuery({ ...notesQuery, select: textByEntry, enabled: isWanted });
}

/**
 * @returns what the user noted, by the entry's id
 * @throws ApiFailure
 */
export async function readNotes(client: QueryClient): Promise<ReadonlyMap<string, string>> {
  return textByEntry(await client.fetchQuery(notesQuery));
}

/** @returns a function that reads the notes again, after a payment that was made with one */
export function useRefreshNotes(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: NOTES_KEY });
}

function textByEntry(all: readonly EntryNote[]): ReadonlyMap<string, string> {
  return new Map(all.map(({ entryId, text }) => [entryId, text]));
}
