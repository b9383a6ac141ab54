import {
  baseUnitsToDisplay,
  DECIMALS_SHOWN,
  formatBaseUnits,
} from '#domain/amount/base-units-to-display';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { contactOf } from '../../contacts/contact-of.ts';
import { foldText } from '../../lib/fold-text.ts';
import { plainFigure } from '../../lib/local-figure.ts';
import type { ActivityEntry } from './entry.ts';
import type { EntryAmount } from './entry-amounts.ts';
import { titleOf, typeLabelOf } from './entry-labels.ts';

/** An entry and all that a search looks at. */
export interface SearchableEntry {
  readonly entry: ActivityEntry;
  /** Title, names, message and note, folded. */
  readonly text: string;
  /** Hashes and addresses in lower case, without the user’s own. */
  readonly codes: string;
  /** Without signs and separators, as in `250.0000` and `250`. */
  readonly amounts: readonly string[];
}

/** What rows don’t say, and only the browser knows. */
interface Known {
  readonly contacts: readonly SavedContact[];
  /** The user’s notes, by the id of the entry. */
  readonly notes: ReadonlyMap<string, string>;
  readonly ownAddresses: readonly string[];
}

/** @returns an entry with its title, names, message, note, hashes, addresses and amounts */
export function searchable(entry: ActivityEntry, known: Known): SearchableEntry {
  const { counterparty, amount, second, sums, message } = entry;
  const contact = counterparty === null ? null : contactOf(known.contacts, counterparty.address);
  const parts = [
    titleOf(entry),
    typeLabelOf(entry),
    contact?.name,
    counterparty?.shownName,
    message,
    known.notes.get(entry.id),
    ...sums.map(({ token }) => token),
  ];
  return {
    entry,
    text: foldText(parts.filter(Boolean).join('\n')),
    codes: codesOf(entry, known.ownAddresses),
    amounts: [amount, second, ...sums].flatMap((each) => (each === null ? [] : figuresOf(each))),
  };
}

function codesOf({ rows }: ActivityEntry, ownAddresses: readonly string[]): string {
  const own = new Set(ownAddresses.map((address) => address.toLowerCase()));
  const codes = rows.flatMap(({ transaction: { transactionHash, from, to } }) =>
    [transactionHash, from, to].map((code) => code?.toLowerCase() ?? ''),
  );
  return [...new Set(codes)].filter((code) => !own.has(code)).join('\n');
}

function figuresOf(amount: EntryAmount): readonly string[] {
  const { units, decimals } = amount;
  const shown = { places: DECIMALS_SHOWN.history, rounding: 'down' } as const;
  return [baseUnitsToDisplay(units, decimals), formatBaseUnits(units, decimals, shown)];
}

/** @returns whether an entry has every word of the query */
export function matches(entry: SearchableEntry, query: string): boolean {
  return foldText(query)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => hasWord(entry, word));
}

/** Amounts are compared from their beginning; hashes only with what is no amount, because they have all digits. */
function hasWord({ text, codes, amounts }: SearchableEntry, word: string): boolean {
  if (text.includes(word)) return true;
  if (CODE.test(word) && codes.includes(word)) return true;
  const figure = FIGURE.exec(word)?.[1];
  if (figure === undefined) return false;
  const plain = plainFigure(figure);
  return amounts.some((amount) => amount.startsWith(plain));
}

const CODE = /^0(?:x|zk)|^[0-9a-z]{6,}$/;
const FIGURE = /^[+−-]?\$?(\d[\d.,]*)$/;
