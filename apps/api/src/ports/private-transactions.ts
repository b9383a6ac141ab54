import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type {
  FailureReason,
  Operation,
  OperationDetails,
  SentOperation,
  SignedOperation,
  Signing,
} from '#domain/operation/operation';
import type { OperationEvent } from '#domain/operation/operation-event';
import type { TokenId } from '#domain/token/token';
import type { FinalTransaction } from './recovered-transactions.ts';
import type { ProvedPrivateTransaction } from './shielded-pool.ts';

/** What one private payment requests from the pool. Only an internal transfer has a message or shows its sender. */
export interface PrivateTransactionTerms {
  readonly chainId: number;
  /** A consolidation is a transfer to the spender's own address that only Kax requests. */
  readonly kind: 'unshield' | 'internal-transfer' | 'consolidation';
  readonly tokenId: TokenId;
  /** Base units, before the pool's fee. */
  readonly amount: BaseUnits;
  /** Public for an unshield, private for a transfer, the spender's own for a consolidation. */
  readonly recipient: PublicAddress | PrivateAddress;
  /** Base units of the native coin for one gas; a paid broadcaster is bound to it. */
  readonly gasPrice: bigint;
  /** What the broadcaster is paid in notes; null when it is not paid. */
  readonly fee: PrivateTransactionFee | null;
  /** To the recipient, as `sealMessage` sealed it under the spender's view key; null for none. */
  readonly sealedMessage: Uint8Array | null;
  /** What the spender's owner signed, as `sealSignedPlan` sealed it; null where the process that proves signs. */
  readonly sealedPlan: Uint8Array | null;
  /** Whether the recipient sees the spender's private address. */
  readonly showsSender: boolean;
  /** The wallet that it spends from; null for the user's own. */
  readonly spender: ClaimSpender | null;
}

/** The wallet of a claim, as the process that proves gets it. */
export interface ClaimSpender {
  readonly address: PrivateAddress;
  /** What `packClaim` made, sealed for one run of that process: no other opens it. */
  readonly sealed: Uint8Array;
}

/** The price of gas in notes, as it was quoted to the user. */
export interface PrivateTransactionFee {
  readonly tokenId: TokenId;
  /** Base units of that token for 10^18 base units of the native coin. */
  readonly perNativeCoin: BaseUnits;
  readonly recipient: PrivateAddress;
}

/** A private payment that was checked and is ready to queue for its proof. */
export interface PrivateTransactionRequest {
  readonly details: OperationDetails;
  readonly idempotencyKey: string;
  /** The request in one canonical line; a different one under the same key is another payment. */
  readonly fingerprint: string;
  readonly terms: PrivateTransactionTerms;
  /** By the process that accepted it, of `privateTransactionOrderLine`: a row from anyone else is not proved. */
  readonly signature: Uint8Array;
  /** When the payment, which is proved immediately, is sent; null for immediately. */
  readonly later: SendLater | null;
  /** `tagOf` the code of the payment request that it pays; left out where it pays none. */
  readonly paymentRequest?: string;
  /** The claim whose wallet it spends from, which no other operation may end; left out where it ends none. */
  readonly endsClaim?: string;
  /** The plan that its owner signed, which ends with it; left out where Kax has the keys. */
  readonly takesPlan?: string;
}

/** A random moment within a window, so that a payment does not immediately follow its cause. */
export interface SendLater {
  readonly at: Date;
  /** The end of the window, which begins when the payment is made. */
  readonly windowEnd: Date;
}

export type StorePrivateTransactionOutcome =
  | { readonly kind: 'stored'; readonly operation: Operation }
  /** The key was used before; nothing was stored. */
  | { readonly kind: 'exists'; readonly operation: Operation; readonly fingerprint: string }
  /** The user deleted their wallet meanwhile; nothing was stored. */
  | { readonly kind: 'user-removed' }
  /** The account was frozen meanwhile; nothing was stored. */
  | { readonly kind: 'frozen' }
  /** Another private payment of the user is in progress; nothing was stored. */
  | { readonly kind: 'open'; readonly operationId: string }
  /** Too many are waiting for their proofs; nothing was stored. */
  | { readonly kind: 'queue-full' }
  /** The payment request that it pays isn't open any more; nothing was stored. */
  | { readonly kind: 'request-over' }
  /** Another operation ends the claim, or has ended it; nothing was stored. */
  | { readonly kind: 'claim-over' }
  /** The plan that its owner signed doesn't wait any more; nothing was stored. */
  | { readonly kind: 'plan-over' };

/** What keeps a user's payments from being stored for a while. */
export type StoringObstacle = Extract<
  StorePrivateTransactionOutcome,
  { readonly kind: 'open' | 'queue-full' }
>;

/** A payment that waits this long for its proof or its user is no longer wanted. */
export const WANTED_FOR_MS = 60 * 60 * 1_000;

/** A private payment that one process may prove until another takes it over. */
export interface PrivateTransactionJob {
  readonly operationId: string;
  readonly userId: string;
  /** Rises with every claim; a change under an older epoch is refused. */
  readonly epoch: number;
  readonly terms: PrivateTransactionTerms;
  /** When it was requested, or is to be sent. */
  readonly wantedAt: Date;
  /** Signature of `privateTransactionOrderLine` from when it was requested; nothing else may be proved. */
  readonly signature: Uint8Array;
}

/** A proof that a user may soon need. Nothing was promised. */
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
  /** When it was to be sent; null for immediately. */
  readonly sendAt: Date | null;
  /** As the proof binds it; null when the broadcaster is not paid and may choose any price. */
  readonly leastGasPrice: bigint | null;
}

/** The cost limit of the broadcaster's transaction and its account's balance, all read at or after `readAt`. */
export interface PrivateTransactionPricing {
  readonly readAt: Date;
  /** The block of the balance. */
  readonly blockNumber: bigint;
  readonly nativeBalance: BaseUnits;
  readonly transactionCount: number;
  /** The next nonce above what waits in the nodes' pools; left out when it was not read. */
  readonly nextInPools?: number;
  readonly estimatedFee: BaseUnits;
  readonly feeCeiling: BaseUnits;
}

/** A signed payment that no block has, under the lock of its row. */
export interface SentPayment {
  readonly operation: SentOperation;
  /** As the proof binds it; null when the broadcaster is not paid and may choose any price. */
  readonly leastGasPrice: bigint | null;
  /** The broadcaster's balance less what its other operations hold, base units of the native coin. */
  readonly available: BaseUnits;
}

/** The balance of the broadcaster, read at or after `readAt`. */
export type BroadcasterBalance = Pick<
  PrivateTransactionPricing,
  'readAt' | 'blockNumber' | 'nativeBalance'
>;

/** More signatures for the nonce of a signed payment. */
export type Repricing = Extract<OperationEvent, { readonly type: 'repriced' }>;

export type SignPrivateTransactionOutcome =
  | { readonly kind: 'signed'; readonly operation: SignedOperation }
  /** The records of the broadcaster's account may lack a transaction (`doubtOf`); nothing was signed. */
  | { readonly kind: 'reconciling' }
  /** The broadcaster's account cannot pay the fee; nothing was signed. */
  | { readonly kind: 'insufficient-funds'; readonly available: BaseUnits }
  /** The account of its user is frozen; nothing was signed. A consolidation, which moves nothing out, is signed. */
  | { readonly kind: 'frozen' }
  /** Another process has it, or it ended; nothing was signed. */
  | { readonly kind: 'lost' };

/**
 * The private payments that wait for their proof or their signature: what happens to an operation before it is
 * signed. Every change of status is published on the channel of operations. Source: the database.
 */
export interface PrivateTransactions {
  /**
   * Stores a payment and gives it its place in the queue, all or nothing. Each user has one in progress at a time;
   * their unsigned consolidation ends for it, and a signed one is waited for in the queue. A payment of a payment request
   * is stored only while that is open, and keeps others from paying it, as in `Operations.signNext`; so does one that
   * ends a claim, and one that its owner signed is stored only while its plan waits.
   */
  store(request: PrivateTransactionRequest): Promise<StorePrivateTransactionOutcome>;
  /** What `store` would refuse of any payment of this user now, for payments that are signed before they are stored. */
  obstacle(userId: string): Promise<StoringObstacle | null>;
  /**
   * Stores a consolidation when its user has nothing in progress, public or private, and nothing that their wallet
   * has not seen, and their wallet is wanted open; when nothing waits for its proof; and when none was stored for them on its chain at or after
   * `notSince`. It queues behind the payments of all users. @returns whether it was stored
   */
  storeConsolidation(request: PrivateTransactionRequest, notSince: Date): Promise<boolean>;
  /** How many payments of all users wait for their proof or are being proved. */
  waiting(): Promise<number>;
  /** All users whose payment from their own wallet waits for its proof, or for that wallet to be opened. */
  usersWaiting(): Promise<readonly string[]>;
  /**
   * Claims the first payment in the queue whose lease has expired, else a consolidation; null when nothing is
   * pending. The same payment is proved again after a crash: nothing was signed.
   * @param run with the users whose payments stay where they are
   */
  claimNext(run: {
    readonly now: Date;
    readonly leaseMs: number;
    readonly except?: readonly string[];
  }): Promise<PrivateTransactionJob | null>;
  /**
   * Revokes every claim on a chain's unproved payments: the only process that proves there starts again, and no
   * payment waits for a claim of an earlier one.
   */
  reclaim(chainId: number): Promise<void>;
  /** Stores which share of the proof is done and extends the lease. @returns false when the claim was lost. */
  saveProgress(
    job: PrivateTransactionJob,
    progress: { readonly share: number; readonly now: Date; readonly leaseMs: number },
  ): Promise<boolean>;
  /**
   * Stores the proof and reserves its notes; the payment is `prepared` and will be signed.
   * @returns `notes-taken` when another of our payments, which did not fail, spends one of the notes: refresh and
   *   prove again; `lost` when the claim was taken over. Nothing is stored in either case.
   */
  saveProved(
    job: PrivateTransactionJob,
    proved: ProvedPrivateTransaction,
    now: Date,
  ): Promise<'stored' | 'notes-taken' | 'lost'>;
  /**
   * Stores the call of a payment that the network already has, as `saveProved` does a proof; it is due immediately.
   * @returns `notes-taken` when another of our operations has this call
   */
  saveFound(
    job: PrivateTransactionJob,
    call: ProvedJob['call'],
    now: Date,
  ): Promise<'stored' | 'notes-taken' | 'lost'>;
  /**
   * Ends an unsigned operation, frees its notes and notifies its user, unless it is a consolidation.
   * @returns false when the claim was lost, or it was signed or ended
   */
  fail(
    job: Pick<PrivateTransactionJob, 'operationId' | 'epoch'>,
    reason: FailureReason,
    now: Date,
  ): Promise<boolean>;
  /** Returns a payment to its place in the queue, to be claimed again from `retryAt` on. */
  release(job: PrivateTransactionJob, retryAt: Date): Promise<boolean>;
  /** The wallet is not open: the payment waits for its user and leaves the queue. */
  lock(job: PrivateTransactionJob): Promise<boolean>;
  /** The user's wallet is open again: what waited for it returns to its place in the queue, but no end of a claim. */
  unlock(userId: string): Promise<void>;
  /**
   * Seals the wallet of a claim for the process that runs now: the user's operation that spends from it returns to its
   * place in the queue if it waited for that.
   * @returns false when it is not the user's, spends from another wallet, or was proved or ended
   */
  sealAgain(userId: string, operationId: string, spender: ClaimSpender): Promise<boolean>;
  /**
   * Records that these users' wallets know all notes up to this block: their mined payments no longer keep them from
   * making another.
   */
  seen(userIds: readonly string[], block: bigint, now: Date): Promise<void>;

  /** Requests a precomputed proof; each user has one such request, the latest. */
  requestPrecompute(request: PrecomputeRequest, now: Date): Promise<void>;
  /** Claims the oldest request that is not older than `since`; older ones are deleted. Null when there is none. */
  claimPrecompute(since: Date): Promise<PrecomputeRequest | null>;

  /** Claims what is proved and due: payments first, then consolidations, each oldest first. */
  claimProved(run: {
    readonly now: Date;
    readonly leaseMs: number;
    readonly limit: number;
  }): Promise<readonly ProvedJob[]>;
  /**
   * Gives a proved payment its nonce on the broadcaster's account and stores it with its signatures, as
   * `Operations.signNext` does. `sign` may compute, but must not wait for anything outside.
   */
  sign(
    job: ProvedJob,
    pricing: PrivateTransactionPricing,
    sign: (nonce: number) => Promise<Signing>,
  ): Promise<SignPrivateTransactionOutcome>;
  /** Every signed payment and consolidation of a chain that no block has, oldest first. */
  listSent(chainId: number): Promise<readonly SentOperation[]>;
  /**
   * Signs more for the nonce of a payment that `listSent` returned, under the lock of its row and of the broadcaster's
   * account, and stores it in the same transaction; nothing is sent. It is due at `now`, and every earlier claim of it
   * becomes invalid. `sign` may compute, but must not wait for anything outside; it returns null to sign nothing.
   * @returns false when nothing was stored: it was mined or ended, a worker is just sending it, or nothing was signed.
   *   Rejects when `transition` does not allow what was signed.
   */
  reprice(
    operation: SentOperation,
    run: {
      readonly now: Date;
      /** What is due later is in a worker's hands. */
      readonly dueBefore: Date;
      readonly balance: BroadcasterBalance;
    },
    sign: (payment: SentPayment) => Promise<Repricing | null>,
  ): Promise<boolean>;
  /**
   * Gives a proved payment a recovered transaction of the broadcaster's account as its only rung; nothing is signed.
   * @returns false when another process has the payment, it ended, or another operation has the transaction
   */
  adopt(job: ProvedJob, transaction: FinalTransaction, now: Date): Promise<boolean>;
  /** Leaves a proved payment alone until then. */
  postpone(job: ProvedJob, until: Date): Promise<void>;
  /**
   * Ends every unsigned payment that was stored before this moment, or, if it was to be sent later, was due before it;
   * but none that a failover of the last day may have lost the signature of, as long as it was not compared.
   * @returns how many.
   */
  expire(dueBefore: Date, now: Date): Promise<number>;
  /**
   * Ends a payment that its user no longer wants, proved or not.
   * @returns false when it is not the user's own payment, was already signed or ended, or when a failover of the last
   *   day may have lost its signature, as long as it was not compared
   */
  cancel(userId: string, operationId: string, now: Date): Promise<boolean>;
}

/** What users request of them. */
export type PrivateRequests = Pick<
  PrivateTransactions,
  'store' | 'obstacle' | 'waiting' | 'requestPrecompute' | 'sealAgain' | 'cancel'
>;

/** Those that are not proved yet. */
export type ProvingQueue = Omit<
  PrivateTransactions,
  Exclude<keyof PrivateRequests, 'waiting'> | Exclude<keyof ProvedQueue, 'fail'>
>;

/** Those that are proved. */
export type ProvedQueue = Pick<
  PrivateTransactions,
  'fail' | 'claimProved' | 'sign' | 'listSent' | 'reprice' | 'adopt' | 'postpone' | 'expire'
>;

/**
 * Identifies what moves, to compare a precomputed proof with the requested one, and to bind a message to it.
 * @returns one canonical line, without the message and whether the sender is shown
 */
export function privateTransactionLine({
  kind,
  tokenId,
  amount,
  recipient,
}: Pick<PrivateTransactionTerms, 'kind' | 'tokenId' | 'amount' | 'recipient'>): string {
  return `${kind} ${tokenId} ${amount} ${recipient}`;
}

/**
 * What is signed when a private payment is requested.
 * @returns one canonical line of everything that the proof depends on
 */
export function privateTransactionRequestLine({
  operationId,
  userId,
  terms,
}: Pick<PrivateTransactionJob, 'operationId' | 'userId' | 'terms'>): string {
  const { chainId, gasPrice, fee } = terms;
  const pay = fee === null ? 'free' : `${fee.tokenId} ${fee.perNativeCoin} ${fee.recipient}`;
  const line = `${operationId} ${userId} ${chainId} ${privateTransactionLine(terms)} ${gasPrice} ${pay}`;
  return line + noteLine(terms) + (terms.spender === null ? '' : `; from ${terms.spender.address}`);
}

/** Nothing for a payment without message, plan or sender, whose line is that of earlier versions. No other part has a semicolon. */
function noteLine({ sealedMessage, sealedPlan, showsSender }: PrivateTransactionTerms): string {
  const part = (name: string, sealed: Uint8Array | null) =>
    sealed === null ? '' : `; ${name} ${Buffer.from(sealed).toString('base64')}`;
  const [message, plan] = [part('message', sealedMessage), part('plan', sealedPlan)];
  return message + plan + (showsSender ? '; shows sender' : '');
}
