/** What a test does to the storage of keys. */
export interface FakeIndexedDb {
  readonly indexedDB: IDBFactory;
  /** What a database has at the moment; empty without that database. */
  recordsOf(name: string): Map<IDBValidKey, unknown>;
  /** The browser deletes everything, as it may when it needs room. */
  evict(): void;
  /** From now on nothing can be opened. */
  breakDown(): void;
}

/**
 * Replaces the IndexedDB of a browser, which the DOM of these tests does not have: databases with one store each, whose
 * transactions come one after the other, as in a browser.
 */
export function createFakeIndexedDb(): FakeIndexedDb {
  const databases = new Map<string, Map<IDBValidKey, unknown>>();
  let isBroken = false;
  let queue: Promise<unknown> = Promise.resolve();

  function request<T>(work: () => T): IDBRequest<T> {
    const made: Record<string, unknown> = {};
    queueMicrotask(() => {
      if (isBroken) {
        made.error = new DOMException('It is broken.', 'UnknownError');
        (made.onerror as (() => void) | undefined)?.();
        return;
      }
      made.result = work();
      (made.onsuccess as (() => void) | undefined)?.();
    });
    return made as unknown as IDBRequest<T>;
  }

  function openTransaction(records: Map<IDBValidKey, unknown>): IDBTransaction {
    const made: Record<string, unknown> = {};
    let open = 0;
    let start = () => {};
    const turn = new Promise<void>((resolve) => {
      start = resolve;
    });
    const before = queue;
    queue = new Promise<void>((resolve) => {
      const complete = () => {
        if (open > 0) return;
        (made.oncomplete as (() => void) | undefined)?.();
        resolve();
      };
      made.settle = () => setTimeout(complete, 0);
    });
    void before.then(start);
    // One without any request completes too.
    void turn.then(() => (made.settle as () => void)());
    const track = <T>(work: () => T) => {
      open += 1;
      const result: Record<string, unknown> = {};
      void turn.then(() => {
        result.result = work();
        (result.onsuccess as (() => void) | undefined)?.();
        open -= 1;
        (made.settle as () => void)();
      });
      return result;
    };
    made.objectStore = () => ({
      get: (key: IDBValidKey) => track(() => records.get(key)),
      put: (value: unknown, key: IDBValidKey) => track(() => records.set(key, value)),
      delete: (key: IDBValidKey) => track(() => records.delete(key)),
    });
    return made as unknown as IDBTransaction;
  }

  return {
    indexedDB: {
      open(name: string) {
        const opening = request(() => {
          const isCreated = databases.has(name);
          const records = databases.get(name) ?? new Map<IDBValidKey, unknown>();
          databases.set(name, records);
          const database = {
            close() {},
            createObjectStore() {},
            transaction: () => openTransaction(records),
          };
          if (!isCreated) {
            (opening as unknown as { result: unknown }).result = database;
            opening.onupgradeneeded?.({} as IDBVersionChangeEvent);
          }
          return database;
        }) as unknown as IDBOpenDBRequest;
        return opening;
      },
      deleteDatabase: (name: string) => databases.delete(name),
    } as unknown as IDBFactory,
    recordsOf: (name) => databases.get(name) ?? new Map(),
    evict: () => databases.clear(),
    breakDown() {
      isBroken = true;
    },
  };
}
