import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Hold } from '#domain/operation/holds';
import type {
  OpenOperation,
  Operation,
  OperationIntent,
  SignedOperation,
  Signing,
  UnsignedOperation,
} from '#domain/operation/operation';
import type { Token } from '#domain/token/token';

/** An operation that one process may change until somebody else takes it over. */
export interface ClaimedOperation {
  readonly operation: OpenOperation;
  /** Rises with every claim; a change under an older epoch is refused. */
  readonly epoch: number;
}

/** A payment that was checked and priced against the chain, ready to get its nonce and its signatures. */
export interface PreparedCommand {
  readonly intent: OperationIntent;
  readonly idempotencyKey: string;
  /** The command in one canonical line; another one under the same key is another payment. */
  readonly fingerprint: string;
  /** True when the token's leave for the pool has to be signed with it, under the nonce before. */
  readonly needsApproval: boolean;
  /** What the chain said before: all of it read at or after `readAt`. */
  readonly chainState: {
    readonly readAt: Date;
    readonly tokenBalance: BaseUnits;
    readonly nativeBalance: BaseUnits;
    /** The account's next nonce at the latest block. */
    readonly transactionCount: number;
  };
}

/** What the user said under a key before. */
export interface StoredCommand {
  readonly operation: Operation;
  readonly fingerprint: string;
}

export type SignOutcome =
  | { readonly kind: 'signed'; readonly claim: ClaimedOperation }
  /** The key was used meanwhile; nothing was signed or stored. */
  | { readonly kind: 'exists'; readonly command: StoredCommand }
  /** Open payments hold too much; nothing was signed or stored. */
  | {
      readonly kind: 'insufficient-funds';
      readonly of: 'token' | 'fee';
      readonly available: BaseUnits;
    };

/** Why an operation was not submitted; nothing was signed or stored for it. */
export type NotSubmitted<Refused> =
  /** Refused while it was prepared, for a reason of the caller's own. */
  | { readonly kind: 'refused'; readonly refusal: Refused }
  | {
      readonly kind: 'insufficient-funds';
      readonly of: 'token' | 'fee';
      /** Base units of what there is too little of. */
      readonly available: BaseUnits;
      readonly feeToken: Token;
      /** The most that the network can take, base units of the fee token. */
      readonly feeCeiling: BaseUnits;
    }
  /** The key belongs to another request. */
  | { readonly kind: 'key-reused'; readonly operationId: string }
  /** The signer was not available: the session ended. */
  | { readonly kind: 'locked' };

/** A claimed operation after its turn. */
export interface OperationUpdate {
  readonly claim: ClaimedOperation;
  /** The operation now; the very object of the claim when nothing happened to it. */
  readonly next: SignedOperation;
  /** When a worker should look again; without meaning when it ended. */
  readonly dueAt: Date;
}

/** The newest blocks of a chain as the worker last saw them. */
export interface ChainHeads {
  readonly latestBlock: bigint;
  readonly finalizedBlock: bigint;
}

/** An operation with how far its chain is, and how far its proof. */
export interface ObservedOperation {
  readonly operation: Operation;
  /** Null when no worker has looked at the chain yet. */
  readonly heads: ChainHeads | null;
  /** Null when it is no private spend. */
  readonly progress: PrivateTransactionProgress | null;
}

/** How far a private payment is before it is signed. */
export interface PrivateTransactionProgress {
  /** How many are before it; null when it does not wait for its proof. */
  readonly place: number | null;
  /** Share of its proof that is done, 0 to 1; null while it has not begun. */
  readonly share: number | null;
  /** Within what time it is sent; null for at once. */
  readonly sendWindow: { readonly from: Date; readonly to: Date } | null;
}

/** The book of money commands. Nothing leaves the server that is not in it. */
export interface Operations {
  /** What this user said under this key before; null when it is new. Keys are kept for ever. */
  findByKey(userId: string, idempotencyKey: string): Promise<StoredCommand | null>;
  /**
   * One operation that this user commanded; null when there is none, or when it is somebody else's. A consolidation
   * is nobody's command.
   */
  find(userId: string, operationId: string): Promise<ObservedOperation | null>;
  /** The operations that this user commanded and that are not final, newest first. */
  listOpen(userId: string): Promise<readonly ObservedOperation[]>;
  /**
   * The private spends of this user on a chain that ended without moving anything, but for those that they took back,
   * newest first; those made before `before`, or all when it is null.
   */
  listFailedPrivateTransactions(
    owner: { readonly userId: string; readonly chainId: number },
    page: { readonly before: Date | null; readonly limit: number },
  ): Promise<readonly ObservedOperation[]>;
  /** How many operations of everybody are not final, by status; a status without any is left out. */
  countOpen(): Promise<ReadonlyMap<(OpenOperation | UnsignedOperation)['status'], number>>;
  /**
   * What the operations of an account keep back: every one that is not final, and those mined after `since`,
   * which a balance read before may still contain. Give `since` as the time of the oldest reading less
   * `SETTLE_MS`.
   */
  holds(account: PublicAddress, since: Date): Promise<readonly Hold[]>;
  /** Every public address that this user has made a payment to, each once. */
  recipients(userId: string): Promise<readonly PublicAddress[]>;
  /**
   * Gives a payment its nonce and stores it with its signatures, all in one transaction under the account's
   * lock: after a crash there is either everything or nothing, and a refused payment frees its nonce.
   * The nonces are those of `nextNonce` and `nextNonces`. `sign` runs inside the transaction: it may
   * compute, it must not wait for anything outside.
   * The claim returned is the first; it holds until `leaseMs` after it was signed.
   */
  signNext(
    command: PreparedCommand,
    sign: (nonce: number, approvalNonce: number | null) => Promise<Signing>,
    leaseMs: number,
  ): Promise<SignOutcome>;
  /** Claims open operations that are signed and due at `now`, oldest first; nobody else gets them until `now + leaseMs`. */
  claimDue(turn: {
    readonly now: Date;
    readonly leaseMs: number;
    readonly limit: number;
  }): Promise<readonly ClaimedOperation[]>;
  /**
   * Claims signed operations whether due or not, for recovery after a start; those with an id above `afterId`, in
   * the order of ids. Earlier claims lose their power.
   */
  claimOpen(turn: {
    readonly now: Date;
    readonly leaseMs: number;
    readonly limit: number;
    readonly afterId: string | null;
  }): Promise<readonly ClaimedOperation[]>;
  /**
   * Stores what happened, with a notice in the outbox for every operation that ended and that somebody commanded.
   * @returns ids of the operations that were stored; a claim that was taken over changes nothing.
   */
  record(turns: readonly OperationUpdate[]): Promise<ReadonlySet<string>>;
  /** Keeps the newest blocks of a chain for the progress of its operations. */
  saveHeads(chainId: number, heads: ChainHeads, now: Date): Promise<void>;
}
