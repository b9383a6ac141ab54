/** With more parts than this only the newest are tried: an observer's search grows as fast as ours. */
const MOST_PARTS = 16;

/**
 * Finds two or more of the items whose amounts add up to exactly `total`.
 * @returns the fewest that do, in their order; null when none do. At most 2^16 sums are tried, of the newest items.
 */
export function findSum<Item>(
  items: readonly Item[],
  amountOf: (item: Item) => bigint,
  total: bigint,
): readonly Item[] | null {
  const candidates = items.filter((item) => amountOf(item) < total).slice(-MOST_PARTS);
  let best: readonly Item[] | null = null;
  const search = (from: number, left: bigint, chosen: readonly Item[]): void => {
    if (left === 0n && chosen.length > 1) {
      if (best === null || chosen.length < best.length) best = chosen;
      return;
    }
    if (left <= 0n || (best !== null && chosen.length + 1 >= best.length)) return;
    for (let index = from; index < candidates.length; index += 1) {
      const item = candidates[index] as Item;
      search(index + 1, left - amountOf(item), [...chosen, item]);
    }
  };
  search(0, total, []);
  return best;
}
