import type { PrivateAddress, PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Hold } from '#domain/operation/holds';
import type { TransactionsBefore } from '#domain/operation/next-nonce';
import type {
  FollowedOperation,
  OpenOperation,
  Operation,
  OperationDetails,
  SignedOperation,
  Signing,
  UnsignedOperation,
} from '#domain/operation/operation';
import type { OperationEvent } from '#domain/operation/operation-event';
import type { Token } from '#domain/token/token';
import type { RecoveredTransactions } from './recovered-transactions.ts';

/** An operation that one process may change until another takes it over. */
export interface ClaimedOperation {
  readonly operation: FollowedOperation;
  /** Rises with every claim; a change under an older epoch is refused. */
  readonly epoch: number;
}

/** Signs a payment with its nonce, and with those of its approval and reset; null for what there is none of. */
export type SignWithNonces = (
  nonce: number,
  approvalNonce: number | null,
  resetNonce: number | null,
) => Promise<Signing>;

/** A payment that was checked and priced against the chain, ready to get its nonce and its signatures. */
export interface SigningRequest extends TransactionsBefore {
  readonly details: OperationDetails;
  readonly idempotencyKey: string;
  /** The request in one canonical line; a different one under the same key is another payment. */
  readonly fingerprint: string;
  /** The chain's state, all of it read at or after `readAt`. */
  readonly chainState: {
    readonly readAt: Date;
    /** The block of both balances. */
    readonly blockNumber: bigint;
    readonly tokenBalance: BaseUnits;
    readonly nativeBalance: BaseUnits;
    /** The account's next nonce at the latest block. */
    readonly transactionCount: number;
    /** The next nonce above what waits in the nodes' pools; left out when it was not read. */
    readonly nextInPools?: number;
  };
  /** Left out for everything else than a step of a swap. */
  readonly swapStep?: SwapStepRef;
  /** `tagOf` the code of the payment request that it pays; left out where it pays none. */
  readonly paymentRequest?: string;
  /** The id of the payment by link whose money it claims or returns; left out for everything else. */
  readonly endsClaim?: string;
  /** The id of the waiting plan that its owner signed; left out where the vault signs. */
  readonly takesPlan?: string;
}

/** The step of a swap that an operation is; a step is signed only while its swap waits for that. */
export interface SwapStepRef {
  readonly requestId: string;
  /** Counted from 1. */
  readonly number: number;
}

/** What the user requested earlier under a key. */
export interface StoredRequest {
  readonly operation: Operation;
  readonly fingerprint: string;
}

export type SignOutcome =
  | { readonly kind: 'signed'; readonly claim: ClaimedOperation }
  /** The key was used meanwhile; nothing was signed or stored. */
  | { readonly kind: 'exists'; readonly stored: StoredRequest }
  /** The user deleted their wallet meanwhile; nothing was signed or stored. */
  | { readonly kind: 'user-removed' }
  /** The account was frozen meanwhile; nothing was signed or stored. Only what fills a nonce gap is signed then. */
  | { readonly kind: 'frozen' }
  /** It would fill a nonce gap, and there is none; nothing was signed or stored. */
  | { readonly kind: 'no-gap' }
  /** The records may lack a payment that was sent (`doubtOf`); nothing was signed or stored. */
  | { readonly kind: 'reconciling' }
  /** The swap has ended meanwhile, or its step was signed; nothing was signed or stored. */
  | { readonly kind: 'step-over' }
  /** The payment request that it pays isn't open any more; nothing was signed or stored. */
  | { readonly kind: 'request-over' }
  /** The payment by link that it would end has been claimed or returned, or is just being; nothing was signed or stored. */
  | { readonly kind: 'claim-over' }
  /** The plan that was signed doesn't wait any more: it expired, or another took its place. Nothing was stored. */
  | { readonly kind: 'plan-over' }
  /** It has no approval, and another operation may use up the allowance; nothing was signed or stored. */
  | { readonly kind: 'allowance-claimed' }
  /** Open payments hold too much; nothing was signed or stored. */
  | {
      readonly kind: 'insufficient-funds';
      readonly of: 'token' | 'fee';
      readonly available: BaseUnits;
    };

/** The nonces that a payment would get now; nothing was stored, and another payment may get them first. */
export interface NextNonces {
  readonly kind: 'planned';
  readonly nonce: number;
  /** Null exactly when there is no approval. */
  readonly approvalNonce: number | null;
  /** Null exactly when the approval has no reset. */
  readonly resetNonce: number | null;
}

/** Why an operation was not submitted; nothing was signed or stored for it. */
export type NotSubmitted<Refused> =
  /** Refused while it was prepared, for a reason of the caller's own. */
  | { readonly kind: 'refused'; readonly refusal: Refused }
  | {
      readonly kind: 'insufficient-funds';
      readonly of: 'token' | 'fee';
      /** Base units of what is insufficient. */
      readonly available: BaseUnits;
      readonly feeToken: Token;
      /** The most the network can charge, base units of the fee token. */
      readonly feeCeiling: BaseUnits;
    }
  /** The network charges more for it than its nodes accept for one transaction. */
  | { readonly kind: 'fee-above-cap' }
  /** The key belongs to another request. */
  | { readonly kind: 'key-reused'; readonly operationId: string }
  /** It would fill a nonce gap, and there is none any more. */
  | { readonly kind: 'no-gap' }
  /** Payments that the database lost are looked for first. Nothing was signed; the same key may be used again. */
  | { readonly kind: 'reconciling'; readonly found: TransactionHash | null }
  /** The account was frozen meanwhile. */
  | { readonly kind: 'frozen' }
  /** The swap whose step it is has ended meanwhile. */
  | { readonly kind: 'step-over' }
  /** The payment request that it pays isn't open any more. */
  | { readonly kind: 'request-over' }
  /** The payment by link that it would end has been claimed or returned, or is just being. */
  | { readonly kind: 'claim-over' }
  /** The plan that its owner signed doesn't wait any more. */
  | { readonly kind: 'plan-over' }
  /** What its owner signed isn't what would be sent now: a nonce was used meanwhile. */
  | { readonly kind: 'plan-changed' }
  /** The signer was not available: the session ended, or the user deleted their wallet. */
  | { readonly kind: 'locked' }
  /** The wallet's owner alone can sign for it. */
  | { readonly kind: 'no-key' };

/** What a user can request of a signed operation. */
export type UserEvent = Extract<
  OperationEvent,
  { readonly type: 'speed-up-requested' | 'cancellation-requested' }
>;

/** A claimed operation after its run. */
export interface OperationUpdate {
  readonly claim: ClaimedOperation;
  /** The operation now; the same object as in the claim when nothing happened to it. */
  readonly next: SignedOperation;
  /** When a worker should look again; irrelevant when it ended. */
  readonly dueAt: Date;
}

/** The newest blocks of a chain as the worker last saw them. */
export interface ChainHeads {
  readonly latestBlock: bigint;
  readonly finalizedBlock: bigint;
}

/** An operation with the progress of its chain and of its proof. */
export interface ObservedOperation {
  readonly operation: Operation;
  /** Null when no worker has checked the chain yet. */
  readonly heads: ChainHeads | null;
  /** Null when it is not a private transaction. */
  readonly progress: PrivateTransactionProgress | null;
}

/** Progress of a private payment before it is signed. */
export interface PrivateTransactionProgress {
  /** How many are before it; null when it is not waiting for its proof. */
  readonly place: number | null;
  /** Share of its proof that is done, 0 to 1; null while it has not begun. */
  readonly share: number | null;
  /** When it is sent; null for immediately. */
  readonly sendWindow: { readonly from: Date; readonly to: Date } | null;
}

/** A user with their own addresses. */
export interface Payer {
  readonly userId: string;
  readonly publicAddress: string;
  readonly privateAddress: string;
}

/** Whom a user paid. */
export interface PaidRecipient {
  readonly address: PublicAddress | PrivateAddress;
  /** How often. */
  readonly payments: number;
  /** When the last one was requested. */
  readonly lastPaidAt: Date;
}

/** The repository of operations. Nothing leaves the server that is not stored in it. */
export interface Operations extends RecoveredTransactions {
  /** What this user requested earlier under this key; null when the key is new. Keys are kept permanently. */
  findByKey(userId: string, idempotencyKey: string): Promise<StoredRequest | null>;
  /**
   * One operation that this user requested; null when there is none, or when it is someone else's. A consolidation,
   * and what fills a nonce gap, is requested by no one.
   */
  find(userId: string, operationId: string): Promise<ObservedOperation | null>;
  /** The operations that this user requested and that are not final, newest first. */
  listOpen(userId: string): Promise<readonly ObservedOperation[]>;
  /**
   * This user's private transactions on a chain that ended without moving anything, those they cancelled included,
   * newest first; those made before `before`, or all when it is null.
   */
  listFailedPrivateTransactions(
    owner: { readonly userId: string; readonly chainId: number },
    page: { readonly before: Date | null; readonly limit: number },
  ): Promise<readonly ObservedOperation[]>;
  /** How many operations of all users are not final, by status; a status without any is left out. */
  countOpen(): Promise<ReadonlyMap<(OpenOperation | UnsignedOperation)['status'], number>>;
  /**
   * What the operations of an account reserve: every one that is not final, and those mined after `since`, which a
   * balance may still contain. Pass `since` as the time of the oldest reading less `BALANCE_LAG_MS`.
   */
  holds(account: PublicAddress, since: Date): Promise<readonly Hold[]>;
  /** Whether a transaction was signed for another operation than this one, or has ended another one of its user. */
  isOfAnother(
    operation: Pick<SignedOperation, 'id' | 'chainId' | 'userId'>,
    hash: TransactionHash,
  ): Promise<boolean>;
  /**
   * Whom this user paid, by public or private address, most recently paid first. What moved nothing does not count, nor
   * does what went to an address of their own.
   */
  paidRecipients(payer: Payer, limit: number): Promise<readonly PaidRecipient[]>;
  /** Every public address that this user has paid, each once. */
  recipients(userId: string): Promise<readonly PublicAddress[]>;
  /**
   * Gives a payment its nonce and stores it with its signatures, all in one transaction under the account's
   * lock: after a crash either everything or nothing is stored, and a refused payment frees its nonce. A user who is
   * just being removed is waited for.
   * An allowance counts only while no other operation uses it (`sharesAllowance`): neither an open one, nor one that was
   * mined so recently that the allowance may have been read before.
   * A step of a swap is signed only while the swap waits for that. It counts as a change of the swap: who read the swap
   * before can no longer end it.
   * A payment of a payment request is signed only while that is open (`requestState`), and keeps others from paying it
   * (`keepsOthersOut`): of several at the same moment, one is signed.
   * What claims or returns a payment by link keeps others from doing so (`keepsClaim`): of several at the same moment,
   * one is signed.
   * What its owner signed is stored only while its plan waits (`SigningPlans`), which it ends: a plan is either signed
   * or cancelled.
   * The nonces are those of `noncesFor`; for a `nonce-fill`, that of the gap (`nonceToFill`) or none. `sign` runs inside
   * the transaction: it may compute, but must not wait for anything outside.
   * The returned claim is the first; it is valid until `leaseMs` after it was signed.
   */
  signNext(request: SigningRequest, sign: SignWithNonces, leaseMs: number): Promise<SignOutcome>;
  /** Whether `signNext` would sign a payment now, and with which nonces. It stores nothing and takes nothing. */
  planNext(
    request: SigningRequest,
  ): Promise<NextNonces | Exclude<SignOutcome, { readonly kind: 'signed' }>>;
  /**
   * Claims signed operations that are due at `now`, oldest first; no one else gets them until `now + leaseMs`. They
   * include those that were replaced within the last day.
   */
  claimDue(run: {
    readonly now: Date;
    readonly leaseMs: number;
    readonly limit: number;
  }): Promise<readonly ClaimedOperation[]>;
  /**
   * Claims signed operations that did not end, due or not, for recovery after a start; those with an id above `afterId`, in
   * the order of ids. Earlier claims become invalid.
   */
  claimOpen(run: {
    readonly now: Date;
    readonly leaseMs: number;
    readonly limit: number;
    readonly afterId: string | null;
  }): Promise<readonly ClaimedOperation[]>;
  /**
   * Stores what happened, with a notice in the outbox for every operation that ended and that a user requested.
   * @returns ids of the operations that were stored; a claim that was taken over changes nothing.
   */
  record(updates: readonly OperationUpdate[]): Promise<ReadonlySet<string>>;
  /**
   * Lets a user's request happen to their own signed operation, under the lock of its row; or an operator's, to that of
   * any user, consolidations too. Every claim becomes invalid by it, and the operation is due at `now`.
   * @returns false when `transition` does not allow it, or when this user has no such operation; nothing changed then.
   */
  request(request: {
    /** Null for an operator. */
    readonly userId: string | null;
    readonly operationId: string;
    readonly event: UserEvent;
    readonly now: Date;
  }): Promise<boolean>;
  /** Keeps the newest blocks of a chain for the progress of its operations. */
  saveHeads(chainId: number, heads: ChainHeads, now: Date): Promise<void>;
}
