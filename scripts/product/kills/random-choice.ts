import { type Random, seededRandom } from '#sandbox/chain/price-walk';

/** Choices that a seed repeats. */
export interface RandomChoice {
  /** At least `least` and below `limit`. */
  between(least: number, limit: number): number;
  isOneIn(many: number): boolean;
  of<Item>(items: readonly Item[]): Item;
  /** The items in a random order, again and again: each comes as often as the others. */
  dealer<Item>(items: readonly Item[]): () => Item;
}

/** @param label keeps apart what uses one seed at the same time */
export function createRandomChoice(seed: number, label: string): RandomChoice {
  const random = seededRandom(
    [...label].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed),
  );
  const of = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  };
  return {
    between: (least, limit) => least + random() * (limit - least),
    isOneIn: (many) => random() * many < 1,
    of,
    dealer(items) {
      let left = shuffle(items, random);
      return () => {
        if (left.length === 0) left = shuffle(items, random);
        const item = left.pop();
        if (item === undefined) throw new Error('There is nothing to deal.');
        return item;
      };
    },
  };
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
