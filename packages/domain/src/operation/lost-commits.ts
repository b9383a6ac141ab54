/**
 * After a failover, nothing is signed for this long: what was sent shortly before is then mined, or waits in the pools
 * of the nodes. No process sends anything this late.
 */
export const FAILOVER_PAUSE_MS = 120_000;

/** For this long after a failover, the records of an account are compared with the network before each payment. */
export const FAILOVER_RECENT_MS = 24 * 60 * 60_000;

/** What is known of an account's records and of the database that has them. */
export interface AccountRecords {
  /** One above the highest nonce that was ever assigned, or found on the network. */
  readonly nextRecorded: number;
  /** How long ago another server became the database; `new` while that was not noted yet. */
  readonly failover: 'new' | 'just-now' | 'recent' | 'none';
  /** The user has the key elsewhere too: another wallet may use nonces. */
  readonly isExported: boolean;
  /** Transactions that the records lacked were found, and no operation has claimed them. */
  readonly hasRecovered: boolean;
}

/** The network's view of the account. */
export interface AccountOnNetwork {
  readonly transactionCount: number;
  /** The next nonce above what waits in the nodes' pools; left out when it was not read. */
  readonly nextInPools?: number | undefined;
}

/**
 * Why the records may lack a payment: a failover was just now; the network has more transactions; they wait in pools;
 * or the pools were not read yet.
 */
export type RecordsDoubt = 'failover' | 'behind' | 'in-flight' | 'unchecked';

/** @returns why nothing may be signed for the account now; null when its records are complete. */
export function doubtOf(
  { nextRecorded, failover, isExported, hasRecovered }: AccountRecords,
  { transactionCount, nextInPools }: AccountOnNetwork,
): RecordsDoubt | null {
  if (failover === 'new' || failover === 'just-now') return 'failover';
  const isRecent = failover === 'recent';
  if (transactionCount > nextRecorded && (isRecent || !isExported)) return 'behind';
  if (!isRecent && !hasRecovered) return null;
  if (nextInPools === undefined) return 'unchecked';
  return nextInPools > nextRecorded && (isRecent || !isExported) ? 'in-flight' : null;
}
