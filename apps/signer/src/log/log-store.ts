import type { LogEntry, SignatureLog } from '#signing/signature-log';

/** A signed plan and what was given away for it. */
export interface StoredSignature extends LogEntry {
  readonly signatures: readonly string[];
  readonly recipient: string;
}

/** What this device signed, by wallet. */
export interface LogStore {
  /** @returns the signatures of a wallet, the earliest first */
  read(address: string): Promise<readonly StoredSignature[]>;
  /** Returns once it is on the disk. */
  add(address: string, signature: StoredSignature): Promise<void>;
}

const DATABASE = 'kax-signer';
const STORE = 'signatures';
const BY_ADDRESS = 'address';

/** Opens the log of the signer's origin. It rejects where the browser keeps nothing: then nothing may be signed. */
export async function openLogStore(): Promise<LogStore> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => {
    const store = opening.result.createObjectStore(STORE, { autoIncrement: true });
    store.createIndex(BY_ADDRESS, BY_ADDRESS);
  });
  const database = await resultOf(opening);
  return {
    async read(address) {
      const index = database.transaction(STORE).objectStore(STORE).index(BY_ADDRESS);
      const found: unknown[] = await resultOf(index.getAll(address));
      return found.map(readSignature);
    },
    add(address, signature) {
      // Strict: a page that closes, or a computer that loses power, must not forget what has left.
      const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
      transaction.objectStore(STORE).add({ address, ...signature });
      return new Promise((done, failed) => {
        transaction.addEventListener('complete', () => done());
        transaction.addEventListener('abort', () => failed(transaction.error));
      });
    },
  };
}

/** @returns the log as its decisions need it */
export function logOf(signatures: readonly StoredSignature[]): SignatureLog {
  return signatures.map(({ orderId, planHash, parts, state }) => ({
    orderId,
    planHash,
    parts,
    state,
  }));
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((done, failed) => {
    request.addEventListener('success', () => done(request.result));
    request.addEventListener('error', () => failed(request.error));
  });
}

/** Only this file writes the store. */
function readSignature(stored: unknown): StoredSignature {
  return stored as StoredSignature;
}
