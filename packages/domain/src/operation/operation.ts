import type { PrivateAddress, PublicAddress, TransactionHash } from '../address/address.ts';
import type { BaseUnits } from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';

/** The life of an operation. Terminal: confirmed, reverted, failed, replaced. */
export const OPERATION_STATUSES = [
  'created',
  'prepared',
  'needs_unlock',
  'signed',
  'broadcast',
  'mined',
  'confirmed',
  'reverted',
  'failed',
  'replaced',
] as const;

export type OperationStatus = (typeof OPERATION_STATUSES)[number];

/** What a user can request: a public payment, into the pool, out of it, within it, or one step of a swap. */
export const OPERATION_KINDS = ['send', 'shield', 'unshield', 'internal-transfer', 'swap'] as const;

/**
 * What Kax does unasked: it consolidates a user's fragmented notes, which stay theirs, and fills a nonce gap of their
 * account with a transaction that moves nothing.
 */
export const UNREQUESTED_KINDS = ['consolidation', 'nonce-fill'] as const;

export type OperationKind = (typeof OPERATION_KINDS)[number] | (typeof UNREQUESTED_KINDS)[number];

/** Why an operation ended before it was signed. */
const FAILURE_REASONS = [
  'would-revert',
  'not-enough-funds',
  'expired',
  'fee-not-covered',
  'notes-fragmented',
  'notes-spent',
  'broadcaster-underfunded',
  'cancelled',
  'frozen',
  'message-unreadable',
  'not-approved',
  'superseded',
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

/** What the user wants, fixed permanently when the operation is created. */
export interface OperationDetails {
  readonly id: string;
  readonly userId: string;
  readonly kind: OperationKind;
  readonly chainId: number;
  /** Whose nonce is used and who pays the network: the user's own, or the broadcaster's for a private transaction. */
  readonly account: PublicAddress;
  /** Private for a shield, which goes to the user's own, and for a private transfer. */
  readonly recipient: PublicAddress | PrivateAddress;
  readonly tokenId: TokenId;
  readonly amount: BaseUnits;
  /** The native coin of the chain: what the network fee is paid in. */
  readonly feeTokenId: TokenId;
  /** Network fee expected when it was prepared, base units of the native coin. */
  readonly estimatedFee: BaseUnits;
  /** The highest fee that the network can charge, whichever rung is mined; base units of the native coin. */
  readonly feeCeiling: BaseUnits;
  /** Its part in the private pool; null for a public payment. */
  readonly pool: PoolPart | null;
  readonly createdAt: Date;
}

/** The part of an operation that concerns the private pool. */
export interface PoolPart {
  /** The user's own: where a shield goes, and whose notes are spent otherwise. */
  readonly privateAddress: PrivateAddress;
  /** The pool's fee, base units of the token. */
  readonly poolFee: BaseUnits;
  /** The broadcaster's fee, paid in notes, base units of the token; null when there is none. */
  readonly broadcasterFee: BaseUnits | null;
}

/** One signed transaction of the ladder. */
export interface Rung {
  readonly raw: `0x${string}`;
  readonly hash: TransactionHash;
}

/** Every transaction that was signed for one nonce. Only one of them can be in a chain. */
export interface SignedNonce {
  readonly nonce: number;
  /** Same nonce, same payment, rising fees. */
  readonly ladder: readonly Rung[];
  /**
   * From the account to itself, without a value, dearer than the highest rung: it uses the nonce in place of what was
   * requested. Never sent unless the operation is to be cancelled. Null for operations that were signed without one.
   */
  readonly cancellation: Rung | null;
  /** Those before it, cheapest first, each of which uses the nonce as well; left out unless it was re-priced. */
  readonly earlierCancellations?: readonly Rung[];
}

/**
 * The nonces of an operation and every transaction that was signed for it. Nothing of it ever changes; what the
 * broadcaster re-prices gets more rungs and a dearer cancellation for the same nonce.
 */
export interface Signing extends SignedNonce {
  /** The approval for the pool to spend the amount, which must be mined first. Null when none is needed. */
  readonly approval: Approval | null;
  readonly signedAt: Date;
}

/** A transaction with a lower nonce and as many rungs; the rungs of both are sent together. */
export interface Approval extends SignedNonce {
  /** The transaction before it that sets a leftover allowance to zero; left out where the token needs none. */
  readonly reset?: SignedNonce;
}

/**
 * Why an operation is cancelled after it was signed: its user requested it, no block had it for a day, or an operator
 * of Kax requested it.
 */
export const CANCELLATION_REASONS = ['user', 'expired', 'operator'] as const;

export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/** The request to cancel a signed operation. It is cancelled only when a final block has its cancellation. */
export interface CancellationRequest {
  readonly reason: CancellationReason;
  readonly at: Date;
}

/** The attempts to get the ladder, or the cancellation in its place, into a block. */
export interface Sending {
  /** How many rungs were tried, from the cheapest up. */
  readonly rungsTried: number;
  /** How many rungs are to be tried now, without waiting for their time: its user wants it, or it was re-priced. */
  readonly leastRungs: number;
  /** From then on no rung is sent, only the cancellation. */
  readonly cancelRequest: CancellationRequest | null;
  readonly firstTriedAt: Date | null;
  /** Of a rung or of the cancellation. */
  readonly lastTriedAt: Date | null;
  /** Where the approval was last seen, with the fee of its reset; null while it was not, and when there is none. */
  readonly approvedIn: Inclusion | null;
}

/** The block that contains one of the ladder's transactions, or a copy of a private payment, on a node's current chain. */
export interface Inclusion {
  readonly transactionHash: TransactionHash;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  readonly isSuccess: boolean;
  /**
   * What reached the recipient by the token's own account of it (`arrivedUnits`), base units of the operation's token.
   * Null where success alone decides.
   */
  readonly arrived: BaseUnits | null;
  /** What the operation's account paid the network, base units of the native coin. */
  readonly feePaid: BaseUnits;
  readonly minedAt: Date;
}

/** A transaction in a final block, such as the one that used a nonce. */
export interface NonceUse {
  readonly transactionHash: TransactionHash;
  readonly blockNumber: bigint;
  readonly blockHash: string;
}

/** What is known in each status, so that impossible combinations cannot be expressed. */
export type OperationState =
  | { readonly status: 'created' | 'prepared' | 'needs_unlock' }
  | { readonly status: 'failed'; readonly reason: FailureReason; readonly endedAt: Date }
  | {
      readonly status: 'signed' | 'broadcast';
      readonly signing: Signing;
      readonly sending: Sending;
    }
  | {
      readonly status: 'mined';
      readonly signing: Signing;
      readonly sending: Sending;
      readonly inclusion: Inclusion;
    }
  | {
      readonly status: 'confirmed' | 'reverted';
      readonly signing: Signing;
      readonly sending: Sending;
      readonly inclusion: Inclusion;
      readonly endedAt: Date;
    }
  | {
      readonly status: 'replaced';
      readonly signing: Signing;
      readonly sending: Sending;
      /** What used its nonce instead, or paid a part of it; null when that was not stored yet. */
      readonly replacedBy: NonceUse | null;
      /** Someone else sent some of its proofs alone, the last of them in `replacedBy`; left out otherwise. */
      readonly isPaidInPart?: true;
      readonly endedAt: Date;
    };

/** Our stored record of one request that moves money. */
export type Operation = OperationDetails & OperationState;

/** An operation whose nonce and signatures are stored. */
export type SignedOperation = Extract<Operation, { signing: Signing }>;

/** An operation that the worker still has to advance to its end. */
export type OpenOperation = Extract<Operation, { status: 'signed' | 'broadcast' | 'mined' }>;

/** An operation whose transactions may be in the network, but in no block. */
export type SentOperation = Extract<Operation, { status: 'signed' | 'broadcast' }>;

/** An operation that a worker looks at: one that is open, or one that was replaced within the last day. */
export type FollowedOperation = OpenOperation | Extract<Operation, { status: 'replaced' }>;

/** An operation that is not signed yet and may still be executed. */
export type UnsignedOperation = Extract<
  Operation,
  { status: 'created' | 'prepared' | 'needs_unlock' }
>;

/** @returns the record of a new operation, before anything is known about it. */
export function startOperation(details: OperationDetails): Operation {
  return { ...details, status: 'created' };
}

/** True while it is signed and not final. */
export function isOpen(operation: Operation): operation is OpenOperation {
  return (
    operation.status === 'signed' ||
    operation.status === 'broadcast' ||
    operation.status === 'mined'
  );
}

/** True when its nonce and signatures are stored. */
export function isSigned(operation: Operation): operation is SignedOperation {
  return 'signing' in operation;
}

/** True when its user requested it: only then do lists, steps and messages name it. */
export function isRequested<Kind extends OperationKind>(
  kind: Kind,
): kind is Exclude<Kind, (typeof UNREQUESTED_KINDS)[number]> {
  return !UNREQUESTED_KINDS.some((each) => each === kind);
}

/** True when it spends notes: the broadcaster sends it, and no public balance changes except for its gas. */
export function isPrivateTransaction({ kind }: Pick<OperationDetails, 'kind'>): boolean {
  return kind === 'unshield' || kind === 'internal-transfer' || kind === 'consolidation';
}

/** True while it is signed and no block is known to have it. */
export function isSent(operation: Operation): operation is SentOperation {
  return operation.status === 'signed' || operation.status === 'broadcast';
}

/** True when it ended. Nothing changes it again, except that a replaced one can turn out to be mined, or paid by a copy. */
export function isTerminal(operation: Operation): boolean {
  return 'endedAt' in operation;
}
