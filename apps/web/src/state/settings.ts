import * as z from 'zod/mini';
import { CURRENCIES, type Currency } from '#domain/price/currency';
import { LANGUAGES, type Language } from '#language/languages';
import { afterPaint } from '../lib/after-paint.ts';
import { parseJson } from '../lib/parse-json.ts';
import { readStored, removeStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts';
import { createStore, useStorePart } from '../lib/store.ts';
import { tintBrowser } from '../lib/tint-browser.ts';

/** The settings of this browser. They are kept on sign-out, because they belong to the browser and contain no secret. */
export interface Settings {
  /** The wallet shows the private balance, also after a reload. */
  readonly isPrivate: boolean;
  /** Notifies the user when one of their payments becomes final or fails. */
  readonly hasPaymentNotes: boolean;
  /** A relayer may send private payments and pay their network fee. Otherwise each review asks. */
  readonly usesRelayers: boolean;
  /** Amounts are hidden. */
  readonly isDiscreet: boolean;
  /** The first steps are shown from the first time that a wallet is empty until they are done or dismissed. */
  readonly firstSteps: 'unseen' | 'open' | 'over';
  /** Tags of the users whose wallets were backed up in this browser. */
  readonly backups: readonly string[];
  /** Tags of the users who get push messages in this browser. */
  readonly pushes: readonly string[];
  /** Tags of new users who haven't seen the welcome yet. */
  readonly welcomes: readonly string[];
  /** What decides when to offer to install Kax. */
  readonly install: {
    /** How often this browser visited Kax, and when it last began to, in milliseconds since 1970. */
    readonly visits: number;
    readonly visitedAt: number;
    /** A payment of this browser succeeded. */
    readonly hasPaid: boolean;
    /** When to offer it again, in milliseconds since 1970. */
    readonly notBefore: number;
    /** Kax is installed. */
    readonly isOver: boolean;
  };
  /** Values are shown in this currency, while its rate is known. */
  readonly currency: Currency;
  /** Null: the first of the browser's languages that Kax speaks. `theme.js` reads it, too. */
  readonly language: Language | null;
}

/** Settings that earlier versions didn't save. */
const LATER = {
  isDiscreet: true,
  firstSteps: 'unseen',
  backups: [],
  pushes: [],
  welcomes: [],
  install: { visits: 0, visitedAt: 0, hasPaid: false, notBefore: 0, isOver: false },
  currency: 'USD',
  language: null,
} as const;

const DEFAULTS: Settings = {
  isPrivate: false,
  hasPaymentNotes: true,
  usesRelayers: true,
  ...LATER,
};

const stored = z.object({
  isPrivate: z.boolean(),
  hasPaymentNotes: z.boolean(),
  usesRelayers: z.boolean(),
  isDiscreet: z.boolean(),
  firstSteps: z.enum(['unseen', 'open', 'over']),
  backups: z.array(z.string()),
  pushes: z.array(z.string()),
  welcomes: z.array(z.string()),
  install: z.object({
    visits: z.number(),
    visitedAt: z.number(),
    hasPaid: z.boolean(),
    notBefore: z.number(),
    isOver: z.boolean(),
  }),
  currency: z.enum(CURRENCIES),
  language: z.nullable(z.enum(LANGUAGES)),
});

const store = createStore<Settings>(DEFAULTS);

/** @returns one of the current settings; rerenders the component only when that one changes. */
export function useSettings<Part>(select: (settings: Settings) => Part): Part {
  return useStorePart(store, select);
}

/** The same, outside components. */
export function currentSettings(): Settings {
  return store.get();
}

/** Applies the saved settings. Removes settings that do not parse. */
export function readSettings(): void {
  const text = readStored(STORAGE_KEYS.settings);
  const known = text === null ? null : parse(text);
  if (text !== null && known === null) removeStored(STORAGE_KEYS.settings);
  store.set(known ?? DEFAULTS);
  showMode();
}

/** Changes, saves and applies some settings. */
export function changeSettings(change: Partial<Settings>): void {
  const last = store.get();
  const next = { ...last, ...change };
  writeStored(STORAGE_KEYS.settings, JSON.stringify(next));
  store.set(next);
  if (next.isPrivate !== last.isPrivate) afterPaint(showMode);
}

/** The page's accent color depends on an attribute of the root element. */
function showMode(): void {
  document.documentElement.dataset.mode = store.get().isPrivate ? 'private' : 'public';
  tintBrowser();
}

function parse(text: string): Settings | null {
  const parsed = z.safeParse(stored, Object.assign({}, LATER, parseJson(text)));
  return parsed.success ? parsed.data : null;
}
