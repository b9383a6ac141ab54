import type { PlacedHistoryItem, ShieldedViews, ViewOwner } from '../../../ports/shielded-views.ts';

/** Transactions per read. The rows are sealed, so none can be found by its hash without opening those above it. */
const BATCH = 200;

/**
 * Finds a transaction in a sealed history, from the newest down.
 * @param since nothing that is older is it; null when it can be of any age
 * @returns null when the history doesn't have it
 */
export async function findPrivateItem(
  views: Pick<ShieldedViews, 'readHistory'>,
  owner: ViewOwner,
  { hash, since }: { readonly hash: string; readonly since: Date | null },
): Promise<PlacedHistoryItem | null> {
  let before: number | null = null;
  for (;;) {
    const placed: readonly PlacedHistoryItem[] = await views.readHistory(owner, {
      before,
      limit: BATCH,
    });
    const found = placed.find(({ item }) => item.transactionHash === hash);
    if (found !== undefined) return found;
    const last = placed.at(-1);
    const isEnd = last === undefined || placed.length < BATCH;
    if (isEnd || (since !== null && last.item.at < since)) return null;
    before = last.position;
  }
}
