import type { PublicAddress } from '#domain/address/address';
import type { Token, TokenId } from '#domain/token/token';
import type { Clock } from '../ports/clock.ts';
import type { ContractCalls } from '../ports/contract-calls.ts';
import type { PrivateTransactions } from '../ports/private-transactions.ts';
import type { Randomness } from '../ports/randomness.ts';
import type { ShieldedPool } from '../ports/shielded-pool.ts';
import type { ShieldedRequests } from '../ports/shielded-requests.ts';
import type { RunKey, ShieldedSeals } from '../ports/shielded-seals.ts';
import type { ShieldedViews } from '../ports/shielded-views.ts';
import type { ShieldedWallets } from '../ports/shielded-wallets.ts';

/** What the process that holds a pool needs of the world. */
export interface ShieldingPorts {
  readonly pool: ShieldedPool;
  /** Tokens of the network that can be held privately. */
  readonly tokens: readonly Token[];
  /** What the network is paid in. */
  readonly nativeCoinId: TokenId;
  readonly key: RunKey;
  readonly seals: Pick<ShieldedSeals, 'isSigned' | 'sign'>;
  readonly wallets: ShieldedWallets;
  readonly views: ShieldedViews;
  readonly requests: ShieldedRequests;
  readonly privateTransactions: PrivateTransactions;
  /** The 12 words of 16 bytes. */
  readonly toPhrase: (entropy: Uint8Array) => string;
  readonly clock: Clock;
  readonly randomness: Pick<Randomness, 'uuid'>;
  /** Of the pool's network. */
  readonly calls: Pick<ContractCalls, 'presentFees'>;
  /** Who sends private spends. */
  readonly broadcasterAddress: PublicAddress;
  /** Null where scattered notes stay as they are. */
  readonly consolidation: ConsolidationRules | null;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** When scattered notes are made one. */
export interface ConsolidationRules {
  /** At most once for each person within this. */
  readonly everyMs: number;
  /** Only when nobody asked for a proof for so long. */
  readonly quietMs: number;
}
