import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type {
  FailureReason,
  Operation,
  OperationIntent,
  SignedOperation,
  Signing,
} from '#domain/operation/operation';
import type { TokenId } from '#domain/token/token';
import type { ProvedPrivateTransaction } from './shielded-pool.ts';

/** What one private payment asks of the pool. Transfers carry no words and do not name their sender. */
export interface PrivateTransactionTerms {
  readonly chainId: number;
  /** A consolidation is a transfer to the spender's own address, ordered by nobody but us. */
  readonly kind: 'unshield' | 'internal-transfer' | 'consolidation';
  readonly tokenId: TokenId;
  /** Base units, before the pool's fee. */
  readonly amount: BaseUnits;
  /** Public for an unshield, private for a transfer, the spender's own for a consolidation. */
  readonly recipient: PublicAddress | PrivateAddress;
  /** Base units of the native coin for one gas; a broadcaster who is paid is held to it. */
  readonly gasPrice: bigint;
  /** What the broadcaster is paid in notes; null when nothing. */
  readonly fee: PrivateTransactionFee | null;
}

/** The price of gas in notes, as it was when the person was told. */
export interface PrivateTransactionFee {
  readonly tokenId: TokenId;
  /** Base units of that token for 10^18 base units of the native coin. */
  readonly perNativeCoin: BaseUnits;
  readonly recipient: PrivateAddress;
}

/** A private payment that was checked, ready to wait for its proof. */
export interface PrivateTransactionRequest {
  readonly intent: OperationIntent;
  readonly idempotencyKey: string;
  /** The command in one canonical line; another one under the same key is another payment. */
  readonly fingerprint: string;
  readonly terms: PrivateTransactionTerms;
  /** By the process that took the order, of `spendOrderLine`: a row that somebody else wrote is not proved. */
  readonly signature: Uint8Array;
  /** When a payment that is proved at once is sent; null for at once. */
  readonly later: SendLater | null;
}

/** A moment drawn at random from a span, so that a payment does not follow its cause at once. */
export interface SendLater {
  readonly at: Date;
  /** The end of the span, which begins when the payment is made. */
  readonly windowEnd: Date;
}

export type StorePrivateTransactionOutcome =
  | { readonly kind: 'stored'; readonly operation: Operation }
  /** The key was used before; nothing was stored. */
  | { readonly kind: 'exists'; readonly operation: Operation; readonly fingerprint: string }
  /** Another private payment of the person is on its way; nothing was stored. */
  | { readonly kind: 'open'; readonly operationId: string }
  /** Too many wait for their proofs; nothing was stored. */
  | { readonly kind: 'queue-full' };

/** A private payment that one process may prove until somebody else takes it over. */
export interface PrivateTransactionJob {
  readonly operationId: string;
  readonly userId: string;
  /** Rises with every claim; a change under an older epoch is refused. */
  readonly epoch: number;
  readonly terms: PrivateTransactionTerms;
  /** What `spendOrderLine` was signed with when it was ordered; nothing else may be proved. */
  readonly signature: Uint8Array;
}

/** A proof that a person may be about to ask for. Nothing was promised. */
export interface PrecomputeRequest {
  readonly userId: string;
  readonly terms: PrivateTransactionTerms;
}

/** A proved payment that one process may sign. */
export interface ProvedJob {
  readonly operation: Operation;
  readonly epoch: number;
  readonly call: Omit<ProvedPrivateTransaction, 'provedInMs'>;
  readonly provedAt: Date;
  /** When it was to be sent; null for at once. */
  readonly sendAt: Date | null;
  /** As the proof binds it; null when the broadcaster is not paid and may pay what it likes. */
  readonly leastGasPrice: bigint | null;
}

/** What the broadcaster's transaction may cost, and what its account has, all read at or after `readAt`. */
export interface PrivateTransactionPricing {
  readonly readAt: Date;
  readonly nativeBalance: BaseUnits;
  readonly transactionCount: number;
  readonly estimatedFee: BaseUnits;
  readonly feeCeiling: BaseUnits;
}

export type SignPrivateTransactionOutcome =
  | { readonly kind: 'signed'; readonly operation: SignedOperation }
  /** The broadcaster's account cannot pay the fee; nothing was signed. */
  | { readonly kind: 'insufficient-funds'; readonly available: BaseUnits }
  /** Another process has it, or it ended; nothing was signed. */
  | { readonly kind: 'lost' };

/**
 * The private payments that wait for their proof or their signature: what happens to an operation before it is
 * signed. Every change of status is told on the channel of operations. Source: the database.
 */
export interface PrivateTransactions {
  /**
   * Stores a payment and gives it its place, all or nothing. One is on its way for each person at a time; a
   * consolidation of theirs that is not signed ends for it, and one that is signed is waited for in the queue.
   */
  store(command: PrivateTransactionRequest): Promise<StorePrivateTransactionOutcome>;
  /**
   * Stores a consolidation when its user has nothing under way, public or private, and nothing that their wallet has
   * not seen; when nothing waits for its proof; and when none was stored for them on its chain at or after `notSince`.
   * It comes after the payments of every user. @returns whether it was stored
   */
  storeConsolidation(command: PrivateTransactionRequest, notSince: Date): Promise<boolean>;
  /** How many payments wait for their proof or are being proved, of everybody. */
  waiting(): Promise<number>;
  /** Everybody whose payment waits for its proof, or for their wallet to be opened. */
  usersWaiting(): Promise<readonly string[]>;
  /**
   * Claims the first payment in the queue whose lease is over, else a consolidation; null when nothing waits. The
   * same payment is proved again after a crash: nothing was signed.
   */
  claimNext(turn: {
    readonly now: Date;
    readonly leaseMs: number;
  }): Promise<PrivateTransactionJob | null>;
  /**
   * Takes every claim of a chain's unproved payments away: the one process that proves there begins anew, and what
   * an earlier one had claimed waits for nobody.
   */
  reclaim(chainId: number): Promise<void>;
  /** Keeps which share of the proof is done and moves the lease on. @returns false when the claim was lost. */
  saveProgress(
    job: PrivateTransactionJob,
    progress: { readonly share: number; readonly now: Date; readonly leaseMs: number },
  ): Promise<boolean>;
  /**
   * Stores the proof and reserves its notes; the payment is `prepared` and will be signed.
   * @returns `notes-taken` when another payment of ours that did not fail spends one of the notes: look again and
   *   prove anew; `lost` when the claim was taken over. Nothing is stored in both cases.
   */
  saveProved(
    job: PrivateTransactionJob,
    proved: ProvedPrivateTransaction,
    now: Date,
  ): Promise<'stored' | 'notes-taken' | 'lost'>;
  /**
   * Ends an operation of which nothing was signed, frees its notes and notifies its user, unless it is a consolidation.
   * @returns false when the claim was lost, or it was signed or ended
   */
  fail(
    job: Pick<PrivateTransactionJob, 'operationId' | 'epoch'>,
    reason: FailureReason,
    now: Date,
  ): Promise<boolean>;
  /** Puts a payment back into its place in the queue, to be claimed again from `retryAt` on. */
  release(job: PrivateTransactionJob, retryAt: Date): Promise<boolean>;
  /** The wallet is not open: the payment waits for its person and leaves the queue. */
  lock(job: PrivateTransactionJob): Promise<boolean>;
  /** The person's wallet is open again: what waited for it goes back to its place in the queue. */
  unlock(userId: string): Promise<void>;
  /**
   * Says that the wallets of these people know all notes up to this block: their mined payments no longer keep
   * them from making another.
   */
  seen(userIds: readonly string[], block: bigint, now: Date): Promise<void>;

  /** Asks for a proof ahead; each person has one such wish, the latest. */
  requestPrecompute(request: PrecomputeRequest, now: Date): Promise<void>;
  /** Takes the oldest wish that is not older than `since`; older ones are forgotten. Null when there is none. */
  claimPrecompute(since: Date): Promise<PrecomputeRequest | null>;

  /** Claims what is proved and whose moment has come: payments first, then consolidations, each oldest first. */
  claimProved(turn: {
    readonly now: Date;
    readonly leaseMs: number;
    readonly limit: number;
  }): Promise<readonly ProvedJob[]>;
  /**
   * Gives a proved payment its nonce on the broadcaster's account and stores it with its signatures, as
   * `Operations.signNext` does. `sign` may compute, it must not wait for anything outside.
   */
  sign(
    job: ProvedJob,
    pricing: PrivateTransactionPricing,
    sign: (nonce: number) => Promise<Signing>,
  ): Promise<SignPrivateTransactionOutcome>;
  /** Leaves a proved payment alone until then. */
  postpone(job: ProvedJob, until: Date): Promise<void>;
  /**
   * Ends everything unsigned that was stored before this moment; what is sent later, when its moment was before it.
   * @returns how many.
   */
  expire(dueBefore: Date, now: Date): Promise<number>;
  /**
   * Ends a payment that its user no longer wants, proved or not.
   * @returns false when it is not the user's own payment, or it was signed or ended
   */
  cancel(userId: string, operationId: string, now: Date): Promise<boolean>;
}

/**
 * What tells whether a proof that was made ahead is the one asked for.
 * @returns one canonical line
 */
export function privateTransactionLine({
  kind,
  tokenId,
  amount,
  recipient,
}: PrivateTransactionTerms): string {
  return `${kind} ${tokenId} ${amount} ${recipient}`;
}

/**
 * What is signed when a private payment is ordered.
 * @returns one canonical line of everything that the proof depends on
 */
export function privateTransactionOrderLine({
  operationId,
  userId,
  terms,
}: Pick<PrivateTransactionJob, 'operationId' | 'userId' | 'terms'>): string {
  const { chainId, gasPrice, fee } = terms;
  const pay = fee === null ? 'free' : `${fee.tokenId} ${fee.perNativeCoin} ${fee.recipient}`;
  return `${operationId} ${userId} ${chainId} ${privateTransactionLine(terms)} ${gasPrice} ${pay}`;
}
