import { useCallback, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { modalEntryIn } from '../lib/modal-url/modal-entry.ts';
import { useLocation } from '../lib/navigation/navigation.tsx';
import { parseJson } from '../lib/parse-json.ts';
import { readEntry, writeEntry } from '../lib/storage.ts';
import { useUser } from '../state/auth-session.ts';
import type { IssuedKey, MoneyRequest } from './attempt.ts';
import { toJson } from './stored-units.ts';

/** What a money form holds that a reload must not lose. */
export interface Entry<Draft, Request extends MoneyRequest> {
  /** Null once there is nothing left to enter. */
  readonly draft: Draft | null;
  /** The keys of requests whose outcome is unknown: the same request must be repeated with the same key. */
  readonly issued: readonly IssuedKey<Request>[];
}

/** How to read what was stored; units are stored as digits (`storedUnits`). */
export interface EntryShape<Draft, Request extends MoneyRequest> {
  readonly draft: z.ZodMiniType<Draft>;
  readonly request: z.ZodMiniType<Request>;
}

const ISSUED_LIMIT = 20;

/**
 * Reads what a money form held before this page was reloaded. The draft belongs to one opening of the modal; the keys
 * are kept until the user signs out or the tab is closed.
 */
export function useSavedEntry<Draft, Request extends MoneyRequest>(
  name: string,
  shape: EntryShape<Draft, Request>,
): Entry<Draft, Request> {
  const opening = modalEntryIn(useLocation().state)?.opening ?? null;
  const { id } = useUser();
  const [entry] = useState(() => {
    const saved = readSaved(name, shape);
    if (saved === null || saved.userId !== id) return { draft: null, issued: [] };
    return { draft: saved.opening === opening ? saved.draft : null, issued: saved.issued };
  });
  return entry;
}

/**
 * Stores what a money form holds, whenever it changes.
 * @returns a function that stores it at once: before a request leaves, so that its key survives whatever happens to
 *   this page
 */
export function useSaving<Draft, Request extends MoneyRequest>(
  name: string,
  { draft, issued }: Entry<Draft, Request>,
): (entry: Entry<Draft, Request>) => void {
  const opening = modalEntryIn(useLocation().state)?.opening ?? null;
  const { id: userId } = useUser();
  const save = useCallback(
    (entry: Entry<Draft, Request>) => {
      if (entry.draft === null && entry.issued.length === 0) writeEntry(name, null);
      else if (opening !== null)
        writeEntry(
          name,
          toJson({ ...entry, issued: entry.issued.slice(0, ISSUED_LIMIT), userId, opening }),
        );
    },
    [name, userId, opening],
  );
  useEffect(() => save({ draft, issued }), [save, draft, issued]);
  return save;
}

/** One opening of a modal by one user. */
export interface Opening {
  readonly userId: string;
  readonly opening: string;
}

/** Stores what a form that is about to open starts with. The keys of requests in doubt stay. */
export function fillEntry(name: string, draft: object, { userId, opening }: Opening): void {
  const issuedBefore = z.object({ userId: z.literal(userId), issued: z.array(z.unknown()) });
  const before = z.safeParse(issuedBefore, parseJson(readEntry(name) ?? ''));
  const issued = before.success ? before.data.issued : [];
  writeEntry(name, toJson({ draft, issued, userId, opening }));
}

/** @returns whether two drafts are the same, of which one may have been stored */
export function isSameDraft(one: object, other: object): boolean {
  return toJson(Object.entries(one).sort()) === toJson(Object.entries(other).sort());
}

/** @returns null for anything that this version did not store */
function readSaved<Draft, Request extends MoneyRequest>(
  name: string,
  { draft, request }: EntryShape<Draft, Request>,
) {
  const saved = z.object({
    userId: z.string(),
    opening: z.string(),
    draft: z.nullable(draft),
    issued: z.array(z.object({ key: z.string(), request })),
  });
  const parsed = z.safeParse(saved, parseJson(readEntry(name) ?? ''));
  return parsed.success ? parsed.data : null;
}
