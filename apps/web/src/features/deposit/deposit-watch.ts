import type { ActivityTransaction } from '#wire/wallet/history';

/** What the live line shows about one deposit. */
export interface WatchedDeposit {
  readonly id: string;
  readonly at: 'detected' | 'arrived';
  readonly amount: string;
  readonly symbol: string;
  /** Confirmed blocks out of the required ones; null when blocks are not counted. */
  readonly progress: { readonly done: number; readonly of: number } | null;
}

/**
 * Picks the deposits that arrived since the screen was opened, and those that were pending then.
 * @param settledIds rows that were final when the screen was opened
 */
export function depositsSince(
  receipts: readonly ActivityTransaction[],
  settledIds: ReadonlySet<string>,
): readonly WatchedDeposit[] {
  return receipts
    .filter(({ id, status }) => !settledIds.has(id) && status !== 'failed')
    .map(({ id, status, amount, token, progress }) => ({
      id,
      at: status === 'success' ? 'arrived' : 'detected',
      amount,
      symbol: token,
      progress,
    }));
}

/** @returns the ids of the rows that are final */
export function settledIdsIn(receipts: readonly ActivityTransaction[]): ReadonlySet<string> {
  return new Set(receipts.filter(({ status }) => status !== 'pending').map(({ id }) => id));
}
