import type { Clock } from '../../../ports/clock.ts';

/** A value with when its reading began. */
export interface Read<V> {
  readonly value: V;
  readonly readAt: Date;
}

/** Values read from elsewhere and kept for a short time, by key. */
export interface FreshValues<V> {
  /** The value as it is kept when it is fresh, else read again; callers at the same time share one reading. */
  get(key: string): Promise<Read<V>>;
  /** Reads the value now. */
  readNow(key: string): Promise<Read<V>>;
  /** The value last read, however old; null when there is none. */
  lastKnown(key: string): Read<V> | null;
  /** Says that the value changed: what was read or began to be read before is not fresh any more. */
  touch(key: string): void;
  touchAll(): void;
}

interface Entry<V> {
  known: Read<V> | null;
  /** The number of the reading that `known` comes from; the last touch has a number of the same row. */
  knownTurn: number;
  touchedTurn: number;
  reading: { readonly turn: number; readonly promise: Promise<Read<V>> } | null;
}

/**
 * @returns an empty memory for at most `capacity` keys; the key that was used longest ago makes room. A value is
 * fresh for `freshMs()` from when its reading began, or until it is touched.
 */
export function createFreshValues<V>(options: {
  readonly read: (key: string, readAt: Date) => Promise<V>;
  readonly clock: Pick<Clock, 'now'>;
  readonly freshMs: () => number;
  readonly capacity: number;
}): FreshValues<V> {
  const entries = new Map<string, Entry<V>>();
  let lastTurn = 0;
  let allTouchedTurn = 0;

  function entryOf(key: string): Entry<V> {
    const entry = entries.get(key) ?? { known: null, knownTurn: 0, touchedTurn: 0, reading: null };
    entries.delete(key);
    entries.set(key, entry);
    const oldest = entries.keys().next();
    if (entries.size > options.capacity && !oldest.done) entries.delete(oldest.value);
    return entry;
  }

  function isAfterTouch(entry: Entry<V>, turn: number): boolean {
    return turn > Math.max(entry.touchedTurn, allTouchedTurn);
  }

  function startReading(key: string, entry: Entry<V>): Promise<Read<V>> {
    lastTurn += 1;
    const turn = lastTurn;
    const promise = readValue(key).then((read) => {
      if (turn > entry.knownTurn) Object.assign(entry, { known: read, knownTurn: turn });
      return read;
    });
    const reading = { turn, promise };
    entry.reading = reading;
    const finish = () => {
      if (entry.reading === reading) entry.reading = null;
    };
    promise.then(finish, finish);
    return promise;
  }

  async function readValue(key: string): Promise<Read<V>> {
    const readAt = options.clock.now();
    return { value: await options.read(key, readAt), readAt };
  }

  return {
    async get(key) {
      const entry = entryOf(key);
      const { known, knownTurn, reading } = entry;
      if (known !== null && isAfterTouch(entry, knownTurn)) {
        const ageMs = options.clock.now().getTime() - known.readAt.getTime();
        if (ageMs < options.freshMs()) return known;
      }
      if (reading !== null && isAfterTouch(entry, reading.turn)) return reading.promise;
      return startReading(key, entry);
    },
    async readNow(key) {
      return startReading(key, entryOf(key));
    },
    lastKnown: (key) => entries.get(key)?.known ?? null,
    touch(key) {
      const entry = entries.get(key);
      lastTurn += 1;
      if (entry !== undefined) entry.touchedTurn = lastTurn;
    },
    touchAll() {
      lastTurn += 1;
      allTouchedTurn = lastTurn;
    },
  };
}
