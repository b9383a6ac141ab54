import type { ActivityTransaction } from '#wire/wallet/history';

/** What the live line says of one deposit. */
export interface WatchedDeposit {
  readonly id: string;
  readonly at: 'detected' | 'arrived';
  readonly amount: string;
  readonly symbol: string;
  /** How many of how many blocks; null when nothing is counted. */
  readonly progress: { readonly done: number; readonly of: number } | null;
}

/**
 * Picks what came in since the screen was opened, and what was still on its way then.
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

/** @returns the ids of the rows that nothing will happen to any more */
export function settledIdsIn(receipts: readonly ActivityTransaction[]): ReadonlySet<string> {
  return new Set(receipts.filter(({ status }) => status !== 'pending').map(({ id }) => id));
}
