import * as z from 'zod/mini';
import { readStored, removeStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts';
import { createStore, useStore } from '../lib/store.ts';

/** What a user has set on this browser. It outlives a sign-out, because it belongs to the browser and contains no secret. */
export interface Settings {
  /** The wallet shows its private side, and opens that way. */
  readonly isPrivate: boolean;
  /** A note when one of one's payments becomes final or fails. */
  readonly hasPaymentNotes: boolean;
  /** A relayer may send private payments and pay their network fee. */
  readonly usesRelayers: boolean;
}

const DEFAULTS: Settings = { isPrivate: false, hasPaymentNotes: true, usesRelayers: true };

const stored = z.object({
  isPrivate: z.boolean(),
  hasPaymentNotes: z.boolean(),
  usesRelayers: z.boolean(),
});

const store = createStore<Settings>(DEFAULTS);

/** The settings in force; the component draws again when they change. */
export function useSettings(): Settings {
  return useStore(store);
}

/** Takes over what was set before. Settings that do not parse are removed, as a saved user is. */
export function readSettings(): void {
  const text = readStored(STORAGE_KEYS.settings);
  const known = text === null ? null : parse(text);
  if (text !== null && known === null) removeStored(STORAGE_KEYS.settings);
  apply(known ?? DEFAULTS);
}

/** Changes some settings and saves them. */
export function changeSettings(change: Partial<Settings>): void {
  const next = { ...store.get(), ...change };
  writeStored(STORAGE_KEYS.settings, JSON.stringify(next));
  apply(next);
}

/** The accent of the page hangs on the mode, by an attribute on the root. */
function apply(settings: Settings): void {
  document.documentElement.dataset.mode = settings.isPrivate ? 'private' : 'public';
  store.set(settings);
}

function parse(text: string): Settings | null {
  try {
    const parsed = z.safeParse(stored, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
