import type { TransactionHash } from '#domain/address/address';
import type { FinalPrivateCall } from './public-chain.ts';

/**
 * How the records of the broadcaster's accounts compare with the network. `complete`: the database lost nothing in the
 * last day. `reconciling`: it may have lost what the network still has. `compared`: what it lost of the accounts and any
 * node has is in blocks up to this one.
 */
export type RecordsComparison =
  | { readonly kind: 'complete' }
  | { readonly kind: 'reconciling' }
  | { readonly kind: 'compared'; readonly block: bigint };

/** What the network has of the broadcaster's payments, whatever the database has of them. */
export interface BroadcasterRecords {
  /** Whether the database became another one a moment ago: what was written shortly before may be missing. */
  isJustAfterFailover(): Promise<boolean>;
  /** Rejects with `ChainUnavailable`. */
  compare(): Promise<RecordsComparison>;
  /** What a private payment in a final block called; null while no node shows that. Rejects with `ChainUnavailable`. */
  finalCall(hash: TransactionHash): Promise<FinalPrivateCall | null>;
}
