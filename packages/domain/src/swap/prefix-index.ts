/** A list that is sorted by name, for prefix search. */
export interface PrefixIndex<Entry> {
  readonly size: number;
  /**
   * Finds a page of the entries whose name begins with `prefix`, whatever the case, in the order of their names.
   * @returns at most `limit` entries, and where the next page begins; null when this was the last
   */
  page(
    prefix: string,
    at: { readonly offset: number; readonly limit: number },
  ): { readonly entries: readonly Entry[]; readonly next: number | null };
}

/**
 * @returns an index over the entries; a search takes log(n) comparisons plus one per entry of the page
 */
export function createPrefixIndex<Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): PrefixIndex<Entry> {
  const sorted = entries
    .map((entry) => ({ entry, name: fold(nameOf(entry)) }))
    .sort((one, other) => compare(one.name, other.name));
  return {
    size: sorted.length,
    page(prefix, { offset, limit }) {
      const wanted = fold(prefix);
      const first = firstIndex(sorted, ({ name }) => name >= wanted);
      // After every name with this prefix, and before all others.
      const end = firstIndex(sorted, ({ name }) => name >= wanted && !name.startsWith(wanted));
      const start = first + offset;
      const stop = Math.min(start + limit, end);
      const found = sorted.slice(start, stop).map(({ entry }) => entry);
      return { entries: found, next: stop < end && found.length > 0 ? offset + limit : null };
    },
  };
}

function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** @returns the first index for which `holds` is true; it is false up to some entry and true from there on. */
function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
