import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import type {
  BroadcasterFee,
  PoolCall,
  PrivateTransactionEstimate,
  PrivateTransactionPlan,
  ProverKind,
  ProverState,
  ShieldedOutcome,
  ShieldRequest,
} from './shielded-pool.ts';

/** A private transaction as requested without keys: the client finds the wallet that is open for the user. */
export type RequestedPrivateTransaction = {
  readonly token: Token;
  /** Base units, before the pool's fee. */
  readonly amount: BaseUnits;
  /** Base units of the native coin for one gas. */
  readonly gasPrice: bigint;
  /** What the broadcaster is paid in notes; null when it is not paid. */
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

/** The private wallet of a claim, for as long as it takes to look into it. */
export interface ClaimWalletAccess {
  readonly address: PrivateAddress;
  /** What `packClaim` made, in base64. */
  readonly secrets: string;
}

/** What the end of a claim would use and cost, and what there is for it. */
export interface ClaimEndEstimate {
  /** What the wallet of the claim can spend of the token now, base units. */
  readonly held: BaseUnits;
  /** Whether something moved money out of it. */
  readonly isMovedOn: boolean;
  readonly outcome: ShieldedOutcome<PrivateTransactionEstimate>;
}

/** What applies to everyone who uses the pool of a network. */
export interface PoolTerms {
  readonly chainId: number;
  /** The pool's fee on what goes in and out, basis points of the amount, rounded down. */
  readonly shieldFeeBps: bigint;
  readonly unshieldFeeBps: bigint;
  /** The contract that a payer allows to take a token for shielding. */
  readonly spender: PublicAddress;
  /** The message that the payer signs; the shield key is the keccak256 hash of the signature. */
  readonly shieldMessage: string;
}

/** The load of the worker that proves, as it last reported. */
export interface ProvingPace extends Pick<ProverState, 'proofMs' | 'proofsAtOnce'> {
  /** Private transactions that wait for their proof or are being proved. */
  readonly waiting: number;
}

/** Why there is no response. `away`: the worker with the pool did not respond in time; nothing was decided. */
export type PoolClientRefusal =
  | { readonly ok: false; readonly problem: 'away' }
  /** The user's private wallet is not open in the worker: it is being sealed again. */
  | { readonly ok: false; readonly problem: 'not-open' };

export type PoolClientOutcome<Reply> = ShieldedOutcome<Reply> | PoolClientRefusal;

/**
 * Sends requests to the process with the private pool. Every request has a deadline, after which the response is
 * `away`; only the two processes can read requests and responses. Nothing here moves money.
 * Source: the worker's own pool, over the database.
 */
export interface ShieldedPoolClient {
  /** @returns the terms of the network's pool; null until a worker has published them, or when there is no pool. */
  terms(chainId: number): Promise<PoolTerms | null>;
  /** @returns what proofs are made with; null while no worker is alive */
  prover(): ProverKind | null;
  /** @returns how long proofs take and how many are waiting; null while no worker is alive. */
  pace(): Promise<ProvingPace | null>;
  /** Builds the call of a shield, for the payer to sign. It needs no open wallet. */
  prepareShield(shield: ShieldRequest): Promise<PoolClientOutcome<PoolCall>>;
  /** @returns units of gas. Refused as the chain would refuse it: the payer must have approved the amount. */
  estimateShield(shield: ShieldRequest): Promise<PoolClientOutcome<bigint>>;
  /** What a private transaction of the user would use and cost, without a proof. */
  estimatePrivateTransaction(
    userId: string,
    privateTransaction: RequestedPrivateTransaction,
  ): Promise<PoolClientOutcome<PrivateTransactionEstimate>>;
  /** Everything that the user, who alone has the keys, signs of a private transaction. Nothing is reserved. */
  planPrivateTransaction(
    userId: string,
    privateTransaction: RequestedPrivateTransaction,
  ): Promise<PoolClientOutcome<PrivateTransactionPlan>>;
  /** What a private transaction from the wallet of a claim would use and cost, without a proof. */
  estimateClaimEnd(
    wallet: ClaimWalletAccess,
    privateTransaction: RequestedPrivateTransaction,
  ): Promise<PoolClientOutcome<ClaimEndEstimate>>;
  /**
   * Scans for the user's new notes now and stores the balances.
   * @returns the block up to which everything in the pool is known; null while something is not
   */
  refresh(userId: string): Promise<PoolClientOutcome<bigint | null>>;
}
