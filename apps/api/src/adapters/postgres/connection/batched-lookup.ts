/**
 * Serves many lookups with one statement: those that arrive while one is running share the next, so that no lookup
 * gets a result from before it began, and many cost little more than one.
 * @param load reads what exists for these keys, by key
 * @returns a lookup of one key; null when nothing exists
 */
export function createBatchedLookup<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | null> {
  let waiting: Batch<V> | null = null;
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting !== null) {
      const batch: Batch<V> = waiting;
      waiting = null;
      await load([...batch.keys]).then(batch.resolve, batch.reject);
    }
    isRunning = false;
  }

  return async (key) => {
    waiting ??= createBatch();
    waiting.keys.add(key);
    const { found } = waiting;
    if (!isRunning) void run();
    return (await found).get(key) ?? null;
  };
}

interface Batch<V> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, V>>;
  readonly resolve: (found: ReadonlyMap<string, V>) => void;
  readonly reject: (cause: unknown) => void;
}

function createBatch<V>(): Batch<V> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, V>>();
  return { keys: new Set(), found: promise, resolve, reject };
}
