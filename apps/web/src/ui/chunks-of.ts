export interface ItemChunk<Item> {
  /** The index of its first item. */
  readonly from: number;
  readonly items: readonly Item[];
}

/** @returns the items in groups of `size`, the last one possibly smaller */
export function chunksOf<Item>(items: readonly Item[], size: number): readonly ItemChunk<Item>[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => {
    const from = index * size;
    return { from, items: items.slice(from, from + size) };
  });
}
