import type { OwnSeals } from './own-seals.ts';

/** Whose notes, and what opens them. */
export interface NoteOwner {
  readonly userId: string;
  readonly seals: OwnSeals;
}

/** What a user noted about an entry of the activity. */
export interface Note {
  readonly entryId: string;
  readonly text: string;
}

/** With an id of its own, under which it is stored when the entry has none yet. */
export interface NewNote extends Note {
  readonly id: string;
}

/**
 * The notes of users, encrypted. One that does not open, and an older version of one that this process has seen or
 * removed, counts as none and is reported.
 */
export interface Notes {
  /** In no order. */
  list(owner: NoteOwner): Promise<readonly Note[]>;
  /**
   * Saves a note in place of the one that the entry had; an empty text removes it.
   * @returns `too-many` when the entry had none and the user has the most there may be; `user-removed` when they
   *   deleted their wallet meanwhile
   */
  save(owner: NoteOwner, note: NewNote): Promise<'saved' | 'too-many' | 'user-removed'>;
  /** Saves the note that a payment was made with, unless its entry has one, however many there are. */
  add(owner: NoteOwner, note: NewNote): Promise<'saved' | 'user-removed'>;
}
