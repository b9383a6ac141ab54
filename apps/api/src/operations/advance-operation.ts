import { addUnits } from '#domain/amount/base-units';
import { arrivedUnits } from '#domain/operation/arrived-units';
import { cancellationsOf, isCancelling } from '#domain/operation/cancellation';
import { rungAt } from '#domain/operation/fee-ladder';
import { isExpired } from '#domain/operation/following';
import {
  type Approval,
  type FollowedOperation,
  type Inclusion,
  isPrivateTransaction,
  isSent,
  type NonceUse,
  type OpenOperation,
  type Rung,
  type SentOperation,
  type SignedOperation,
} from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type { Clock } from '../ports/clock.ts';
import type { Operations } from '../ports/operations.ts';
import type { Block, PublicChain, ReadSignedTransaction, Receipt } from '../ports/public-chain.ts';
import { endUnlessPaid, recheckCopy } from './end-unless-paid.ts';
import { isSameCall } from './is-same-call.ts';
import {
  everyTried,
  RESEND_AFTER_MS,
  type RungRange,
  tryCancellation,
  tryRungs,
} from './try-rungs.ts';

export interface AdvancePorts {
  readonly chain: PublicChain;
  readonly readSigned: ReadSignedTransaction;
  readonly clock: Pick<Clock, 'now'>;
  readonly operations: Pick<Operations, 'isOfAnother'>;
}

/** Newest blocks, read before anything else of a run: what is read later is at least as new. */
export interface Heads {
  readonly latest: Block;
  readonly finalized: Block;
}

type Mined = Extract<SignedOperation, { status: 'mined' }>;

/** From then on, the nonce is looked into as well. */
const OVERDUE_AFTER_MS = 90_000;

/**
 * Advances one signed operation to the current state of its chain.
 * Looks for the receipt of any rung, sends the stored bytes again where there is none, and ends the operation
 * only by a final block: confirmed, reverted, or replaced when the nonce went to another transaction. From the request
 * to cancel it on, and when it has expired, no rung is sent, but its cancellation.
 * @returns the operation now; the same object when nothing happened. Rejects with `ChainUnavailable`.
 */
export async function advanceOperation(
  ports: AdvancePorts,
  operation: FollowedOperation,
  heads: Heads,
): Promise<SignedOperation> {
  if (operation.status === 'replaced') return followNonce(ports, operation, heads);
  const seen = await seeApproval(ports, operation);
  return seen.status === 'mined' ? followMined(ports, seen, heads) : followSent(ports, seen, heads);
}

/** Whatever happened to the approval, the payment after it is sent: its nonce must not stay empty. */
async function seeApproval(ports: AdvancePorts, operation: OpenOperation): Promise<OpenOperation> {
  const { approval } = operation.signing;
  if (approval === null) return operation;
  const { approvedIn } = operation.sending;
  const found = await findApproval(ports, approval);
  if (found?.blockHash === approvedIn?.blockHash) return operation;
  const inclusion = found && { ...placeOf(found), arrived: null, minedAt: ports.clock.now() };
  return transition(operation, { type: 'approval-seen', inclusion }) as OpenOperation;
}

/** What the reset before it cost counts as the approval's; while a node lacks one of the two, neither was seen. */
async function findApproval(
  ports: AdvancePorts,
  { ladder, reset }: Approval,
): Promise<Receipt | null> {
  const receipt = await findReceipt(ports, ladder);
  if (receipt === null || reset === undefined) return receipt;
  const before = await findReceipt(ports, reset.ladder);
  return before && { ...receipt, feePaid: addUnits(receipt.feePaid, before.feePaid) };
}

async function followMined(
  ports: AdvancePorts,
  operation: Mined,
  heads: Heads,
): Promise<SignedOperation> {
  const inclusion = await findInclusion(ports, operation, operation.signing.ladder);
  if (inclusion === null) {
    const reopened = transition(operation, { type: 'receipt-vanished' });
    if (isSent(reopened) && isStopped(reopened, ports)) {
      return followStopped(ports, reopened, heads);
    }
    const { next } = await tryRungs(ports, reopened, everyTried(reopened));
    return next;
  }
  const isSameBlock = inclusion.blockHash === operation.inclusion.blockHash;
  const next = isSameBlock ? operation : transition(operation, { type: 'mined', inclusion });
  return settle(ports, next, heads);
}

async function followSent(
  ports: AdvancePorts,
  operation: SentOperation,
  heads: Heads,
): Promise<SignedOperation> {
  const isStoppedNow = isStopped(operation, ports);
  // A rung that was sent just before a crash is not counted as tried; it is at most one above. A worker that sent
  // more while the operation was cancelled could not count them.
  const { ladder } = operation.signing;
  const perhapsSent = isStoppedNow ? ladder : ladder.slice(0, operation.sending.rungsTried + 1);
  const inclusion = await findInclusion(ports, operation, perhapsSent);
  if (inclusion !== null) {
    return settle(ports, transition(operation, { type: 'mined', inclusion }), heads);
  }
  if (isStoppedNow) return followStopped(ports, operation, heads);
  const rungs = rungsToTry(operation, ports.clock.now());
  if (rungs === null) return operation;
  const { next, outcome } = await tryRungs(ports, operation, rungs);
  const isLookedInto = outcome.kind === 'nonce-too-low' || isOverdue(next, ports.clock.now());
  return isLookedInto ? followNonce(ports, next, heads) : next;
}

/** True from the moment on at which no rung is sent any more. */
function isStopped(operation: SentOperation, { clock }: Pick<AdvancePorts, 'clock'>): boolean {
  return isCancelling(operation) || isExpired(operation, clock.now());
}

/** Sends the cancellation in place of the payment, where there is one, and looks for what used the nonce. */
async function followStopped(
  ports: AdvancePorts,
  operation: SentOperation,
  heads: Heads,
): Promise<SignedOperation> {
  const { signing, sending } = operation;
  const at = ports.clock.now();
  if (signing.cancellation === null) return followNonce(ports, operation, heads);
  const event = { type: 'cancellation-requested', reason: 'expired', at } as const;
  const stopped = sending.cancelRequest === null ? transition(operation, event) : operation;
  const isDue = isSent(stopped) && isCancellationDue(stopped, at);
  return followNonce(ports, isDue ? await tryCancellation(ports, stopped) : stopped, heads);
}

function isCancellationDue({ sending: { cancelRequest, lastTriedAt } }: SentOperation, now: Date) {
  if (cancelRequest === null) return false;
  if (lastTriedAt === null || lastTriedAt <= cancelRequest.at) return true;
  return now.getTime() - lastTriedAt.getTime() >= RESEND_AFTER_MS;
}

/**
 * @returns the rungs to send now; null while there is nothing to do but wait.
 * The ladder is climbed one rung at a time, so that only one can be out without being counted.
 */
function rungsToTry(operation: SentOperation, now: Date): RungRange | null {
  const { status, sending, signing } = operation;
  const { rungsTried, leastRungs, firstTriedAt, lastTriedAt } = sending;
  if (firstTriedAt === null || lastTriedAt === null) return { from: 0, to: 0 };
  const rungByTime = rungAt(now.getTime() - firstTriedAt.getTime(), signing.ladder.length);
  const rungDue = Math.max(rungByTime, leastRungs - 1);
  if (rungDue >= rungsTried) return { from: rungsTried, to: rungsTried };
  const isResent = now.getTime() - lastTriedAt.getTime() >= RESEND_AFTER_MS;
  return status === 'signed' || isResent ? everyTried(operation) : null;
}

function isOverdue({ sending }: SignedOperation, now: Date): boolean {
  const { firstTriedAt } = sending;
  return firstTriedAt !== null && now.getTime() - firstTriedAt.getTime() >= OVERDUE_AFTER_MS;
}

/** Ends a mined operation when its block is final. */
async function settle(
  ports: AdvancePorts,
  operation: SignedOperation,
  heads: Heads,
): Promise<SignedOperation> {
  if (operation.status !== 'mined') return operation;
  const { inclusion } = operation;
  if (inclusion.blockNumber > heads.finalized.number) return operation;
  if (!(await ports.chain.isFinal(inclusion))) return operation;
  const end = { type: 'finalized', at: ports.clock.now() } as const;
  if (inclusion.isSuccess) return transition(operation, end);
  return endUnlessPaid(ports, operation, { decidedIn: inclusion, end });
}

/**
 * Ends an operation whose nonce went to another transaction, and takes that back when the nonce turns out to be its own.
 * Only a transaction in a final block proves either: a node that has no receipt of ours may just not have it yet.
 */
async function followNonce(
  ports: AdvancePorts,
  operation: SignedOperation,
  heads: Heads,
): Promise<SignedOperation> {
  const { account, signing } = operation;
  if (operation.status === 'replaced' && operation.isPaidInPart && operation.replacedBy !== null) {
    // Its own transactions failed or can no longer be mined: only the other parts are left to be seen.
    return recheckCopy(ports, operation, operation.replacedBy);
  }
  const use =
    (await ports.chain.finalUse(account, signing.nonce)) ??
    (await findFinalCancellation(ports, operation));
  if (use === null) return operation;
  if (signing.ladder.every(({ hash }) => hash !== use.transactionHash)) {
    if (operation.status === 'replaced') return recheckCopy(ports, operation, use);
    if (!isPrivateTransaction(operation)) return endByOther(ports, operation, use);
    const end = { type: 'nonce-taken', by: use, at: ports.clock.now() } as const;
    return endUnlessPaid(ports, operation, { decidedIn: use, end });
  }
  // It is ours, whichever rung it is; its receipt may take a while.
  const inclusion = await findInclusion(ports, operation, signing.ladder);
  if (inclusion === null) return operation;
  return settle(ports, transition(operation, { type: 'mined', inclusion }), heads);
}

/**
 * Ends an operation of a user's own account whose nonce went to a transaction that is none of its rungs. A failover can
 * have lost the record of one that does the same: that paid it.
 * @returns the same object while no node shows what the transaction does.
 */
async function endByOther(
  { chain, clock, readSigned }: AdvancePorts,
  operation: SignedOperation,
  use: NonceUse,
): Promise<SignedOperation> {
  const at = clock.now();
  const { account, signing } = operation;
  const end = { type: 'nonce-taken', by: use, at } as const;
  const own = cancellationsOf(signing);
  if (own.some(({ hash }) => hash === use.transactionHash)) return transition(operation, end);
  const found = await chain.finalTransaction(account, signing.nonce);
  if (found?.hash !== use.transactionHash) return operation;
  const [rung] = signing.ladder;
  const isSame = rung !== undefined && isSameCall(found, readSigned(rung.raw));
  if (!isSame) return transition(operation, end);
  const receipt = await chain.receipt(use.transactionHash);
  if (receipt?.blockHash !== use.blockHash) return operation;
  const inclusion = { ...placeOf(receipt), arrived: arrivedUnits(operation, receipt), minedAt: at };
  return transition(operation, { type: 'mined-unrecorded', inclusion, at });
}

/**
 * Finds one of the operation's own cancellations by its hash: nodes soon forget the states that lead to what used a
 * nonce, but they keep blocks.
 * @returns null unless a final block has it.
 */
async function findFinalCancellation(
  { chain }: AdvancePorts,
  { signing, sending }: SignedOperation,
): Promise<NonceUse | null> {
  if (sending.cancelRequest === null) return null;
  const receipt = await findReceipt({ chain }, cancellationsOf(signing));
  if (receipt === null) return null;
  const { transactionHash, blockNumber, blockHash } = receipt;
  const use = { transactionHash, blockNumber, blockHash };
  return (await chain.isFinal(use)) ? use : null;
}

/** @returns where the payment was mined and what arrived; the time of the first look is kept for the same block. */
async function findInclusion(
  ports: AdvancePorts,
  operation: SignedOperation,
  rungs: readonly Rung[],
): Promise<Inclusion | null> {
  const known = 'inclusion' in operation ? operation.inclusion : null;
  const receipt = await findReceipt(ports, rungs, known);
  if (receipt === null) return null;
  const minedAt = known?.blockHash === receipt.blockHash ? known.minedAt : ports.clock.now();
  return { ...placeOf(receipt), arrived: arrivedUnits(operation, receipt), minedAt };
}

/** Only one rung can be in a chain: the one that was found before, or else likeliest the dearest. */
async function findReceipt(
  { chain }: Pick<AdvancePorts, 'chain'>,
  rungs: readonly Rung[],
  known: Inclusion | null = null,
): Promise<Receipt | null> {
  const dearestFirst = rungs.map(({ hash }) => hash).toReversed();
  const hashes =
    known === null ? dearestFirst : [...new Set([known.transactionHash, ...dearestFirst])];
  for (const hash of hashes) {
    const receipt = await chain.receipt(hash);
    if (receipt !== null) return receipt;
  }
  return null;
}

function placeOf({ transfers: _readOnce, ...place }: Receipt): Omit<Receipt, 'transfers'> {
  return place;
}
