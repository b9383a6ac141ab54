import type { ActivityType } from '#domain/activity/activity';
import { isRampOpen } from '#domain/ramp/ramp-order';
import type { SwapView } from '#wire/exchange/swap-view';
import type { ClaimView } from '#wire/wallet/claim';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { claimEntryId, claimFinder, claimParts, isClaimed } from './claim-entry.ts';
import { type EntryAmount, shownAmounts, sumRows } from './entry-amounts.ts';
import { type EntryKind, kindOf } from './entry-kind.ts';
import { type EntryRow, entryIdOfRow, mainRowsOf } from './entry-row.ts';

/** Who was paid or has paid. */
export interface Counterparty {
  readonly address: string;
  /** The name that a sender registered with and shows; null without one. */
  readonly shownName: string | null;
}

/** One thing that the user did or received, with all of its rows that are known. */
export interface ActivityEntry {
  /** As `entryIdOf` makes it. */
  readonly id: string;
  /** Newest first. */
  readonly rows: readonly EntryRow[];
  readonly mode: WalletMode | 'both';
  readonly kind: EntryKind;
  /** The row that the entry is named after; never an approval when there is another. */
  readonly lead: EntryRow;
  readonly type: ActivityType;
  /** When its newest row happened, milliseconds since 1970: what older pages add doesn’t move the entry. */
  readonly at: number;
  readonly status: 'pending' | 'success' | 'failed';
  /** True as well for an order or a swap that isn’t complete although all its rows are final. */
  readonly isInProgress: boolean;
  /** Of a swap in several steps, while it is in progress: the current one, counted from 1; null otherwise. */
  readonly step: { readonly current: number; readonly of: number } | null;
  /** Null for what stays with the user, for contracts, when it’s unknown, and when there are several. */
  readonly counterparty: Counterparty | null;
  readonly hasSeveralCounterparties: boolean;
  /** What moved, for each balance, token and direction; in the order of the rows. */
  readonly sums: readonly EntryAmount[];
  /** The main figure. */
  readonly amount: EntryAmount;
  /** What left for it in a swap, or a second token; null for most entries. */
  readonly second: EntryAmount | null;
  /** What the sender wrote; null without a message. */
  readonly message: string | null;
  /** Why it failed, a sentence for the user; null otherwise. */
  readonly failure: string | null;
  /** Null when the entry is no swap, and while nothing but its rows is known. */
  readonly swap: SwapView | null;
  /** What the user paid by link; null for any other entry. */
  readonly claim: ClaimView | null;
  /** The user claimed it by a link: its address is no one’s. */
  readonly isClaimed: boolean;
}

/** What rows don’t say. */
export interface EntryContext {
  /** The user’s addresses, 0x and 0zk. */
  readonly ownAddresses: readonly string[];
  /** By `requestId`. */
  readonly swaps: ReadonlyMap<string, SwapView>;
  /** The user’s payments by link. */
  readonly claims: readonly ClaimView[];
}

/**
 * Groups rows of both histories by what the user did or received: each row is in exactly one entry.
 * @returns newest first; the same rows always have the same order, whatever order they were read in
 */
export function entriesOf(
  rows: readonly EntryRow[],
  context: EntryContext,
): readonly ActivityEntry[] {
  const rowsById = new Map<string, EntryRow[]>();
  const claimById = new Map<string, ClaimView>();
  const claimOf = claimFinder(context.claims);
  for (const row of rows) {
    const claim = claimOf(row);
    const id = claim === null ? entryIdOfRow(row.transaction) : claimEntryId(claim);
    if (claim !== null) claimById.set(id, claim);
    const known = rowsById.get(id);
    if (known === undefined) rowsById.set(id, [row]);
    else known.push(row);
  }
  return [...rowsById]
    .map(([id, grouped]) => {
      const entry = entryOf(id, grouped, context);
      const claim = claimById.get(id);
      return claim === undefined ? entry : { ...entry, ...claimParts(entry, claim) };
    })
    .sort((left, right) => right.at - left.at || compareTexts(left.id, right.id));
}

function entryOf(
  id: string,
  unsorted: readonly EntryRow[],
  { ownAddresses, swaps }: EntryContext,
): ActivityEntry {
  const rows = [...unsorted].sort(
    (left, right) => timeOf(right) - timeOf(left) || compareTexts(keyOf(left), keyOf(right)),
  );
  const main = mainRowsOf(rows);
  const kind = kindOf(main, ownAddresses);
  const lead = leadOf(main, kind);
  const { swapId, type } = lead.transaction;
  const swap = (swapId === null ? null : swaps.get(swapId)) ?? null;
  const status = statusOf(main, swap);
  const sums = sumRows(main);
  const hasClaimed = kind === 'received' && isClaimed(main);
  const counterparties = hasClaimed ? [] : counterpartiesOf(main, kind, ownAddresses);
  return {
    id,
    rows,
    mode: modeOf(rows),
    kind,
    lead,
    type,
    at: Math.max(...rows.map(timeOf)),
    status,
    isInProgress: status === 'pending' || hasOpenOrder(lead),
    step: status === 'pending' ? stepOf(swap) : null,
    counterparty: counterparties.length === 1 ? (counterparties[0] ?? null) : null,
    hasSeveralCounterparties: counterparties.length > 1,
    sums,
    ...shownAmounts({ kind, lead, sums, swap }),
    message: main.find(({ transaction }) => transaction.memo)?.transaction.memo ?? null,
    failure: failureOf(main, swap),
    swap,
    claim: null,
    isClaimed: hasClaimed,
  };
}

/** What arrived names a move between the own balances, and what left first names everything else. */
function leadOf(rows: readonly EntryRow[], kind: EntryKind): EntryRow {
  const arrivesIn = ARRIVES_IN.get(kind);
  const arrival = rows.find(({ mode, transaction }) => {
    return mode === arrivesIn && transaction.direction !== 'out';
  });
  const out = rows.findLast(({ transaction }) => transaction.direction === 'out');
  const lead = arrival ?? out ?? rows[rows.length - 1];
  if (lead === undefined) throw new RangeError('An entry has at least one row.');
  return lead;
}

const ARRIVES_IN: ReadonlyMap<EntryKind, WalletMode> = new Map([
  ['made-private', 'private'],
  ['made-public', 'public'],
]);

/** The swap itself knows of steps that have no row yet. A final row doesn’t end it, but a pending one keeps it open. */
function statusOf(rows: readonly EntryRow[], swap: SwapView | null): ActivityEntry['status'] {
  const has = (status: ActivityEntry['status']) =>
    rows.some(({ transaction }) => transaction.status === status);
  if (swap?.status === 'failed' || (swap === null && has('failed'))) return 'failed';
  if (has('pending')) return 'pending';
  return swap === null || swap.status === 'completed' ? 'success' : 'pending';
}

function hasOpenOrder({ transaction: { ramp } }: EntryRow): boolean {
  return ramp !== null && isRampOpen(ramp.status);
}

function stepOf(swap: SwapView | null): ActivityEntry['step'] {
  const of = swap?.swaps.length ?? 0;
  if (swap === null || of < 2) return null;
  return { current: Math.min(Math.max(swap.currentStep, 1), of), of };
}

function failureOf(rows: readonly EntryRow[], swap: SwapView | null): string | null {
  if (swap !== null) return swap.error;
  return rows.find(({ transaction }) => transaction.failure)?.transaction.failure ?? null;
}

function modeOf(rows: readonly EntryRow[]): ActivityEntry['mode'] {
  const modes = new Set(rows.map(({ mode }) => mode));
  const [only] = modes;
  return modes.size === 1 && only !== undefined ? only : 'both';
}

/** Everyone who was paid or has paid, each once. */
function counterpartiesOf(
  rows: readonly EntryRow[],
  kind: EntryKind,
  ownAddresses: readonly string[],
): readonly Counterparty[] {
  if (kind !== 'sent' && kind !== 'received') return [];
  const byAddress = new Map<string, Counterparty>();
  for (const { transaction } of rows) {
    const address = counterpartyOf(transaction, kind, ownAddresses);
    if (address === null || byAddress.has(address.toLowerCase())) continue;
    byAddress.set(address.toLowerCase(), { address, shownName: transaction.fromName });
  }
  return [...byAddress.values()];
}

/** What came out of the pool is from the pool’s contract, which is no one’s address. */
function counterpartyOf(
  { type, direction, from, to }: ActivityTransaction,
  kind: 'sent' | 'received',
  ownAddresses: readonly string[],
): string | null {
  if (kind === 'received') return direction === 'out' || type === 'unshield' ? null : from;
  if (direction !== 'in') return to;
  return ownAddresses.find((own) => own.toLowerCase() === to?.toLowerCase()) ?? null;
}

function timeOf({ transaction }: EntryRow): number {
  return Date.parse(transaction.date);
}

function keyOf({ mode, transaction }: EntryRow): string {
  return `${mode} ${transaction.id}`;
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
