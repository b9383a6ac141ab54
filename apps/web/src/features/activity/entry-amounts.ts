import type { Direction } from '#domain/activity/activity';
import {
  addUnits,
  type BaseUnits,
  digitsToBaseUnits,
  subtractOrZero,
  ZERO_UNITS,
} from '#domain/amount/base-units';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import type { SwapView } from '#wire/exchange/swap-view';
import type { WalletMode } from '../../state/wallet-mode.ts';
import type { EntryKind } from './entry-kind.ts';
import type { EntryRow } from './entry-row.ts';

/** An amount of one token in an entry. */
export interface EntryAmount {
  /** The balance that it moved in. */
  readonly mode: WalletMode;
  /** Null for a token that is only known from a swap. */
  readonly tokenId: string | null;
  /** Symbol. */
  readonly token: string;
  /** Display name. */
  readonly chain: string;
  readonly decimals: number;
  readonly units: BaseUnits;
  /** `none` when nothing moved, and for a move between the user’s own balances. */
  readonly direction: Direction;
  /** True for what a swap is expected to bring. */
  readonly isExpected: boolean;
}

/** @returns a sum for each balance, token and direction, in the order of the rows */
export function sumRows(rows: readonly EntryRow[]): readonly EntryAmount[] {
  const byKey = new Map<string, EntryAmount>();
  for (const { mode, transaction } of rows) {
    const { tokenId, token, chain, decimals, direction } = transaction;
    const units = digitsToBaseUnits(transaction.amountBaseUnits);
    const key = `${mode} ${direction} ${tokenId}`;
    const known = byKey.get(key);
    byKey.set(
      key,
      known === undefined
        ? { mode, tokenId, token, chain, decimals, units, direction, isExpected: false }
        : { ...known, units: addUnits(known.units, units) },
    );
  }
  return [...byKey.values()];
}

interface Summed {
  readonly kind: EntryKind;
  readonly lead: EntryRow;
  readonly sums: readonly EntryAmount[];
  readonly swap: SwapView | null;
}

/** @returns the figures that a list shows of an entry */
export function shownAmounts({ kind, lead, sums, swap }: Summed): {
  readonly amount: EntryAmount;
  readonly second: EntryAmount | null;
} {
  const { mode, transaction } = lead;
  const amount = sums.find(
    (sum) =>
      sum.mode === mode &&
      sum.tokenId === transaction.tokenId &&
      sum.direction === transaction.direction,
  );
  if (amount === undefined) throw new RangeError('The row that leads an entry is in its sums.');
  switch (kind) {
    case 'made-private':
    case 'made-public':
      return { amount: { ...amount, direction: 'none' }, second: null };
    case 'swap': {
      const bought = boughtFor(amount, sums, swap);
      return bought === null ? { amount, second: null } : { amount: bought, second: amount };
    }
    default:
      return { amount, second: otherToken(amount, sums) };
  }
}

/** What a swap brought or is expected to bring; null when neither is known. */
function boughtFor(
  sold: EntryAmount,
  sums: readonly EntryAmount[],
  swap: SwapView | null,
): EntryAmount | null {
  const arrived = sums.filter(
    ({ direction, tokenId }) => direction === 'in' && tokenId !== sold.tokenId,
  );
  const to = swap?.swaps.at(-1)?.to;
  const wanted = arrived.find(({ token, chain }) => token === to?.symbol && chain === to.chain);
  return wanted ?? expectedOf(swap) ?? arrived.find((sum) => isKept(sum, sums)) ?? null;
}

/** Of what arrives in the middle of a swap, the next step spends all but dust. */
function isKept({ tokenId, units }: EntryAmount, sums: readonly EntryAmount[]): boolean {
  const spent = sums.find((each) => each.direction === 'out' && each.tokenId === tokenId);
  const kept = subtractOrZero(units, spent?.units ?? ZERO_UNITS);
  return kept > (spent?.units ?? ZERO_UNITS);
}

/** What a swap is to bring, until a row has it; null when it failed. */
function expectedOf(swap: SwapView | null): EntryAmount | null {
  const to = swap?.swaps.at(-1)?.to;
  if (swap === null || to === undefined || swap.status === 'failed') return null;
  const output = displayToBaseUnits(swap.outputAmount, to.decimals);
  if (!output.ok) return null;
  const isExpected = swap.status !== 'completed';
  const { symbol: token, chain, decimals } = to;
  const known = { mode: 'public', tokenId: null, token, chain, decimals } as const;
  return { ...known, units: output.units, direction: 'in', isExpected };
}

function otherToken(amount: EntryAmount, sums: readonly EntryAmount[]): EntryAmount | null {
  return othersOf(amount, sums)[0] ?? null;
}

function othersOf(amount: EntryAmount, sums: readonly EntryAmount[]): readonly EntryAmount[] {
  const { tokenId, direction, mode } = amount;
  return sums.filter(
    (sum) => sum.tokenId !== tokenId && sum.direction === direction && sum.mode === mode,
  );
}

/** @returns how many tokens moved beside the main one, in the same direction; 0 in a swap */
export function otherTokenCount(entry: {
  readonly kind: EntryKind;
  readonly amount: EntryAmount;
  readonly sums: readonly EntryAmount[];
}): number {
  return entry.kind === 'swap' ? 0 : othersOf(entry.amount, entry.sums).length;
}
