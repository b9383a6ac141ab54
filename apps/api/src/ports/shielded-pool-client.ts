import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import type {
  BroadcasterFee,
  PoolCall,
  PrivateTransactionEstimate,
  ShieldedOutcome,
  ShieldIntent,
} from './shielded-pool.ts';

/** A spend as those ask for it who hold no keys: the client finds the wallet that is open for the person. */
export type RequestedPrivateTransaction = {
  readonly token: Token;
  /** Base units, before the pool's fee. */
  readonly amount: BaseUnits;
  /** Base units of the native coin for one gas. */
  readonly gasPrice: bigint;
  /** What the broadcaster is paid in notes; null when nothing. */
  readonly fee: BroadcasterFee | null;
} & (
  | {
      readonly kind: 'internal-transfer';
      readonly recipient: PrivateAddress;
      readonly memo: string | null;
      readonly showSender: boolean;
    }
  | { readonly kind: 'unshield'; readonly recipient: PublicAddress }
);

/** What holds for everyone who uses the pool of a network. */
export interface PoolTerms {
  readonly chainId: number;
  /** What the pool takes of what goes in and out, basis points of the amount, rounded down. */
  readonly shieldFeeBps: bigint;
  readonly unshieldFeeBps: bigint;
  /** Whom a payer allows to take a token that is shielded. */
  readonly spender: PublicAddress;
  /** The words whose signature a payer's shield key is the keccak256 hash of. */
  readonly shieldMessage: string;
}

/** How the worker that proves is doing, as it last said. */
export interface ProvingPace {
  /** Milliseconds that a proof took lately. */
  readonly proofMs: number;
  /** Spends that wait for their proof or are being proved. */
  readonly waiting: number;
}

/** Why there is no response. `away`: the worker that holds the pool did not answer in time; nothing was decided. */
export type PoolClientRefusal =
  | { readonly ok: false; readonly problem: 'away' }
  /** The person's private wallet is not open in the worker: sealing it anew is under way. */
  | { readonly ok: false; readonly problem: 'not-open' };

export type PoolClientOutcome<Reply> = ShieldedOutcome<Reply> | PoolClientRefusal;

/**
 * Asks the process that holds the private pool. Every question has a deadline, after which the answer is `away`;
 * what is asked and answered can be read by the two processes alone. Nothing here moves money.
 * Source: the worker's own pool, over the database.
 */
export interface ShieldedPoolClient {
  /** @returns what holds for the network's pool; null while no worker has ever said so, or it has no pool. */
  terms(chainId: number): Promise<PoolTerms | null>;
  /** @returns how long proofs take and how many wait; null while no worker is alive. */
  pace(): Promise<ProvingPace | null>;
  /** Writes the call of a shield, for the payer to sign. It needs no open wallet. */
  prepareShield(intent: ShieldIntent): Promise<PoolClientOutcome<PoolCall>>;
  /** @returns units of gas. Refused as the chain would refuse it: the payer must have allowed the amount. */
  estimateShield(intent: ShieldIntent): Promise<PoolClientOutcome<bigint>>;
  /** What a spend of the person would use and cost, without a proof. */
  estimatePrivateTransaction(
    userId: string,
    privateTransaction: RequestedPrivateTransaction,
  ): Promise<PoolClientOutcome<PrivateTransactionEstimate>>;
  /**
   * Looks for new notes of the person now and stores the balances.
   * @returns whether everything in the pool is known
   */
  refresh(userId: string): Promise<PoolClientOutcome<boolean>>;
}
