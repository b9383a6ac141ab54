import { parseEntryId } from '#domain/activity/entry-id';
import { parseOwnNote } from '#domain/note/own-note';
import type { saveNote } from '#wire/wallet/save-note';
import { type Handler, refuse } from '../../application/call.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Notes } from '../../ports/notes.ts';
import type { Randomness } from '../../ports/randomness.ts';

export interface SaveNotePorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly notes: Pick<Notes, 'save'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
}

/** Saves what the user notes about a payment; a blank text removes it. */
export function createSaveNote(ports: SaveNotePorts): Handler<typeof saveNote> {
  return async ({ session, body }) => {
    const { entryId } = body;
    if (parseEntryId(entryId) === null) return refuse('unknown-entry');
    const parsed = parseOwnNote(body.text);
    if (!parsed.ok) return refuse('note-not-valid');
    const { userId } = session;
    const { text } = parsed;
    const saved = await ports.vault.withOwnSeals(session, 'notes', (seals) =>
      ports.notes.save({ userId, seals }, { id: ports.randomness.uuid(), entryId, text }),
    );
    // A wallet that was deleted meanwhile has no session either.
    if (!saved.ok || saved.value === 'user-removed') return refuse('unauthorized');
    return saved.value === 'too-many' ? refuse('too-many-notes') : { data: { entryId, text } };
  };
}
