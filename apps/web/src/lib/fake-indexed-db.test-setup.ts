/** What a test does to the storage of keys. */
export interface FakeIndexedDb {
  readonly indexedDB: IDBFactory;
  /** The browser deletes everything, as it may when it needs room. */
  evict(): void;
  /** From now on nothing can be opened. */
  breakDown(): void;
}

/**
 * Replaces the IndexedDB of a browser, which the DOM of these tests does not have: one database with one store, whose
 * transactions come one after the other, as in a browser.
 */
export function createFakeIndexedDb(): FakeIndexedDb {
  const records = new Map<IDBValidKey, unknown>();
  let isBroken = false;
  let isCreated = false;
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

  function openTransaction(): IDBTransaction {
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
    });
    return made as unknown as IDBTransaction;
  }

  const database = { close() {}, createObjectStore() {}, transaction: openTransaction };
  return {
    indexedDB: {
      open() {
        const opening = request(() => {
          if (!isCreated) {
            isCreated = true;
            (opening as unknown as { result: unknown }).result = database;
            opening.onupgradeneeded?.({} as IDBVersionChangeEvent);
          }
          return database;
        }) as unknown as IDBOpenDBRequest;
        return opening;
      },
    } as unknown as IDBFactory,
    evict: () => records.clear(),
    breakDown() {
      isBroken = true;
    },
  };
}
