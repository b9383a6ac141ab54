import type { notes } from '#wire/wallet/notes';
import { type Handler, refuse } from '../../application/call.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Notes } from '../../ports/notes.ts';

export interface NotesPorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly notes: Pick<Notes, 'list'>;
}

/** Returns what the user noted about payments. */
export function createNotes(ports: NotesPorts): Handler<typeof notes> {
  return async ({ session }) => {
    const { userId } = session;
    const opened = await ports.vault.withOwnSeals(session, 'notes', (seals) =>
      ports.notes.list({ userId, seals }),
    );
    return opened.ok ? { data: [...opened.value] } : refuse('unauthorized');
  };
}
