import type { PublicAddress } from '#domain/address/address';
import type { Token, TokenId } from '#domain/token/token';
import type { BroadcasterRecords } from '../ports/broadcaster-records.ts';
import type { Clock } from '../ports/clock.ts';
import type { ContractCalls } from '../ports/contract-calls.ts';
import type { ProvingQueue } from '../ports/private-transactions.ts';
import type { Randomness } from '../ports/randomness.ts';
import type { ShieldedPool } from '../ports/shielded-pool.ts';
import type { ShieldedRequests } from '../ports/shielded-requests.ts';
import type { RunKey, ShieldedSeals } from '../ports/shielded-seals.ts';
import type { ShieldedViews } from '../ports/shielded-views.ts';
import type { ShieldedWallets } from '../ports/shielded-wallets.ts';

/** The dependencies of the process that runs a pool. */
export interface ShieldingPorts {
  readonly pool: ShieldedPool;
  /** Tokens of the network that can be held privately. */
  readonly tokens: readonly Token[];
  /** The coin that network fees are paid in. */
  readonly nativeCoinId: TokenId;
  readonly key: RunKey;
  readonly seals: Pick<ShieldedSeals, 'isSigned' | 'sign' | 'openWith'>;
  readonly wallets: ShieldedWallets;
  readonly views: ShieldedViews;
  readonly requests: ShieldedRequests;
  readonly privateTransactions: ProvingQueue;
  /** The 12 words of 16 bytes. */
  readonly toPhrase: (entropy: Uint8Array) => string;
  /** 32 bytes as hex under which the pool's software stores the wallet of a claim, of the 16 bytes behind its words. */
  readonly toClaimKey: (entropy: Uint8Array) => string;
  readonly clock: Clock;
  readonly randomness: Pick<Randomness, 'uuid'>;
  /** Of the pool's network. */
  readonly calls: Pick<ContractCalls, 'presentFees'>;
  /** The account that submits private transactions. */
  readonly broadcasterAddress: PublicAddress;
  readonly records: BroadcasterRecords;
  /** Null where fragmented notes are not consolidated. */
  readonly consolidation: ConsolidationRules | null;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** When fragmented notes are consolidated. */
export interface ConsolidationRules {
  /** At most once per user within this time. */
  readonly everyMs: number;
  /** Only when no one has requested a proof for this long. */
  readonly quietMs: number;
}
