import * as z from 'zod/mini';

/** What the browser's history remembers about an entry of a modal, also across a reload. */
export interface ModalEntry {
  /** Differs for each time a modal is opened. */
  readonly opening: string;
  /** How many entries of the same modal lie before this one. */
  readonly position: number;
  /** The entry before the modal's first one is the page it was opened on. False when a link led to the modal. */
  readonly isOnPage: boolean;
}

const modalEntry = z.object({
  opening: z.string(),
  position: z.number(),
  isOnPage: z.boolean(),
});

/** @returns what the history remembers about a modal that is opened now */
export function firstModalEntry(isOnPage: boolean): ModalEntry {
  return { opening: crypto.randomUUID(), position: 0, isOnPage };
}

/** @returns null for an entry that no modal made; the browser keeps whatever an older version stored */
export function modalEntryIn(state: unknown): ModalEntry | null {
  const parsed = z.safeParse(modalEntry, state);
  return parsed.success ? parsed.data : null;
}
