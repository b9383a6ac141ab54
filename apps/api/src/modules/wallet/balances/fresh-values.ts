import type { Clock } from '../../../ports/clock.ts';

/** A value with the time when its reading began. */
export interface Read<V> {
  readonly value: V;
  readonly readAt: Date;
}

/** Values from an external source, cached for a short time by key. */
export interface FreshValues<V> {
  /** The cached value when it is fresh, else read again; concurrent callers share one reading. */
  get(key: string): Promise<Read<V>>;
  /** Reads the value now. */
  readNow(key: string): Promise<Read<V>>;
  /** The value last read, however old; null when there is none. */
  lastKnown(key: string): Read<V> | null;
  /** Marks the value as changed: readings that were made or started before are no longer fresh. */
  touch(key: string): void;
  touchAll(): void;
}

interface Entry<V> {
  known: Read<V> | null;
  /** The number of the reading that `known` comes from; touches are numbered in the same sequence. */
  knownSequence: number;
  touchedSequence: number;
  reading: { readonly sequence: number; readonly promise: Promise<Read<V>> } | null;
}

/**
 * @returns an empty cache for at most `capacity` keys; the least recently used key is evicted. A value is fresh for
 * `freshMs()` from the start of its reading, or until it is touched.
 */
export function createFreshValues<V>(options: {
  readonly read: (key: string, readAt: Date) => Promise<V>;
  readonly clock: Pick<Clock, 'now'>;
  readonly freshMs: () => number;
  readonly capacity: number;
}): FreshValues<V> {
  const entries = new Map<string, Entry<V>>();
  let lastSequence = 0;
  let allTouchedSequence = 0;

  function entryOf(key: string): Entry<V> {
    const entry = entries.get(key) ?? {
      known: null,
      knownSequence: 0,
      touchedSequence: 0,
      reading: null,
    };
    entries.delete(key);
    entries.set(key, entry);
    const oldest = entries.keys().next();
    if (entries.size > options.capacity && !oldest.done) entries.delete(oldest.value);
    return entry;
  }

  function isAfterTouch(entry: Entry<V>, sequence: number): boolean {
    return sequence > Math.max(entry.touchedSequence, allTouchedSequence);
  }

  function startReading(key: string, entry: Entry<V>): Promise<Read<V>> {
    lastSequence += 1;
    const sequence = lastSequence;
    const promise = readValue(key).then((read) => {
      if (sequence > entry.knownSequence)
        Object.assign(entry, { known: read, knownSequence: sequence });
      return read;
    });
    const reading = { sequence, promise };
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
      const { known, knownSequence, reading } = entry;
      if (known !== null && isAfterTouch(entry, knownSequence)) {
        const ageMs = options.clock.now().getTime() - known.readAt.getTime();
        if (ageMs < options.freshMs()) return known;
      }
      if (reading !== null && isAfterTouch(entry, reading.sequence)) return reading.promise;
      return startReading(key, entry);
    },
    async readNow(key) {
      return startReading(key, entryOf(key));
    },
    lastKnown: (key) => entries.get(key)?.known ?? null,
    touch(key) {
      const entry = entries.get(key);
      lastSequence += 1;
      if (entry !== undefined) entry.touchedSequence = lastSequence;
    },
    touchAll() {
      lastSequence += 1;
      allTouchedSequence = lastSequence;
    },
  };
}
