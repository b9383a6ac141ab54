/** Where this browser keeps records of one kind: a database with one store. */
export interface DeviceStore {
  readonly database: string;
  readonly name: string;
}

/** Some browsers never respond when their storage is broken. */
const OPEN_WITHIN_MS = 2_000;

/** Runs one transaction. Rejects when the browser's storage does not respond. */
export async function withStore<T>(
  of: DeviceStore,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(of);
  try {
    const transaction = database.transaction(of.name, mode);
    const isStored = completionOf(transaction);
    const [result] = await Promise.all([work(transaction.objectStore(of.name)), isStored]);
    return result;
  } finally {
    database.close();
  }
}

/** Nothing counts as stored before: a session must not be bound to a key that is gone with the page. */
function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

async function openDatabase({ database, name }: DeviceStore): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(name);
  const isLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('IndexedDB isn’t responding.')), OPEN_WITHIN_MS);
  });
  return Promise.race([resultOf(request), isLate]);
}

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
