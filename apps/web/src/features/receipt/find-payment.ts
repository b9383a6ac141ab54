import type { ActivityTransaction } from '#wire/wallet/history';
import type { WalletMode } from '../../state/wallet-mode.ts';

/** One payment that a receipt can be about, as the user's own history shows it. */
export interface Payment {
  /** In which of the user's histories it is. */
  readonly mode: WalletMode;
  readonly isSent: boolean;
  /** From the private balance to a public address. */
  readonly isUnshield: boolean;
  /** Of the other side; null when the sender hides it. */
  readonly otherAddress: string | null;
  /** What the sender calls themselves; null when they don't. */
  readonly shownName: string | null;
  readonly message: string | null;
}

/** What the rows of one entry are for a receipt. */
export type FoundPayment =
  | { readonly at: 'final' | 'not-final' | 'failed'; readonly payment: Payment }
  /** There are rows, and none is a payment from or to someone else. */
  | { readonly at: 'other' }
  | { readonly at: 'none' };

/** Rows of one entry by the history that they are in. */
export type EntryRows = Readonly<Record<WalletMode, readonly ActivityTransaction[]>>;

/**
 * Finds the payment among the rows of one entry, the private one first: what leaves the private balance is an
 * ordinary payment to whoever receives it publicly.
 * @param ownAddresses lower case
 */
export function findPayment(rows: EntryRows, ownAddresses: readonly string[]): FoundPayment {
  const all = (['private', 'public'] as const).flatMap((mode) =>
    rows[mode].map((row) => ({ mode, row })),
  );
  if (all.length === 0) return { at: 'none' };
  for (const { mode, row } of all) {
    const payment = paymentIn(mode, row, ownAddresses);
    if (payment !== null) return { at: progressOf(row), payment };
  }
  return { at: 'other' };
}

function paymentIn(
  mode: WalletMode,
  row: ActivityTransaction,
  ownAddresses: readonly string[],
): Payment | null {
  const { type, direction, from, to, memo, fromName } = row;
  const isUnshield = type === 'unshield' && mode === 'private';
  const isTransfer = type === 'send' || type === 'receive' || type === 'internal-transfer';
  if (!isUnshield && !isTransfer) return null;
  const isSent = isUnshield || type === 'send' || (direction !== 'in' && type !== 'receive');
  const otherAddress = isSent ? to : from;
  if (otherAddress !== null && ownAddresses.includes(otherAddress.toLowerCase())) return null;
  return { mode, isSent, isUnshield, otherAddress, shownName: fromName, message: memo };
}

function progressOf(row: ActivityTransaction): 'final' | 'not-final' | 'failed' {
  if (row.status === 'failed') return 'failed';
  // What can be spent only later is in a final block already.
  return row.status === 'success' || row.spendableAt !== null ? 'final' : 'not-final';
}
