import { entryIdOfOperation } from '#domain/activity/entry-id';
import type { CallSession } from '../../../application/call.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { Notes } from '../../../ports/notes.ts';
import type { Randomness } from '../../../ports/randomness.ts';

/**
 * Keeps the note that a payment was made with. It is no part of the payment: nothing that goes wrong here changes what
 * the payment's request gets, and a repeat of that request adds the note that is missing.
 * @param note its text as `parseOwnNote` returns it; empty for none
 */
export type KeepOwnNote = (
  session: CallSession,
  note: { readonly operationId: string; readonly text: string },
) => Promise<void>;

export interface KeepOwnNotePorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly notes: Pick<Notes, 'add'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** @returns the function that keeps notes of payments, whatever became of the session meanwhile */
export function createKeepOwnNote(ports: KeepOwnNotePorts): KeepOwnNote {
  const { vault, notes, randomness, report } = ports;
  return async (session, { operationId, text }) => {
    if (text === '') return;
    const note = { id: randomness.uuid(), entryId: entryIdOfOperation(operationId), text };
    const { userId } = session;
    try {
      await vault.withOwnSeals(session, 'notes', (seals) => notes.add({ userId, seals }, note));
    } catch (cause) {
      report({ message: 'The note of a payment was not saved.', cause });
    }
  };
}
