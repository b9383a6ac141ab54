import { ZERO_UNITS } from '../amount/base-units.ts';
import { cancellationsOf } from './cancellation.ts';
import { canBeRepriced } from './following.ts';
import {
  type FailureReason,
  type Inclusion,
  isOpen,
  isPrivateTransaction,
  isSent,
  type NonceUse,
  type Operation,
  type OperationDetails,
  type Sending,
  type SignedOperation,
} from './operation.ts';
import type { OperationEvent } from './operation-event.ts';
import { hasNothingArrived, isPaidInPart } from './outcome.ts';

/**
 * The state machine of an operation, public or private: no other place decides a status.
 * An operation can fail only before it is signed; afterwards only final blocks end it. Its nonce never changes, and
 * its ladder only grows, when the broadcaster re-prices it. A replaced one can turn out to be mined after all, if its
 * chain gives up final blocks, and a private one to be paid by a copy.
 * @returns the operation after the event; throws `IllegalTransition` when its status does not allow the event.
 */
export function transition(operation: SignedOperation, event: OperationEvent): SignedOperation;
export function transition(
  operation: Operation,
  event: Extract<OperationEvent, { type: 'signed' }>,
): SignedOperation;
export function transition(operation: Operation, event: OperationEvent): Operation;
export function transition(operation: Operation, event: OperationEvent): Operation {
  switch (event.type) {
    case 'prepared':
      return prepare(operation, event);
    case 'locked':
      return beforeSigning(operation, event, { from: ['created'], to: { status: 'needs_unlock' } });
    case 'unlocked':
      return beforeSigning(operation, event, { from: ['needs_unlock'], to: { status: 'created' } });
    case 'failed':
      return beforeSigning(operation, event, {
        from: ['created', 'prepared', 'needs_unlock'],
        to: { status: 'failed', reason: event.reason, endedAt: event.at },
      });
    case 'signed':
      return sign(operation, event);
    case 'tried':
      return tryRung(operation, event);
    case 'speed-up-requested':
      return speedUp(operation, event);
    case 'cancellation-requested':
      return requestCancellation(operation, event);
    case 'cancellation-tried':
      return tryCancellation(operation, event);
    case 'repriced':
      return reprice(operation, event);
    case 'approval-seen':
      return seeApproval(operation, event);
    case 'mined':
      return mine(operation, event);
    case 'receipt-vanished':
      return reopen(operation, event);
    case 'finalized':
      return finalize(operation, event);
    case 'nonce-taken':
      return replace(operation, event);
    case 'mined-unrecorded':
      return finalizeUnrecorded(operation, event);
    case 'paid-by-copy':
      return confirmByCopy(operation, event);
    case 'paid-in-part':
      return payInPart(operation, event);
  }
}

/** @returns whether `transition` allows the event. */
export function canHappen(operation: Operation, event: OperationEvent): boolean {
  try {
    transition(operation, event);
    return true;
  } catch (cause) {
    if (cause instanceof IllegalTransition) return false;
    throw cause;
  }
}

type Of<Type extends OperationEvent['type']> = Extract<OperationEvent, { type: Type }>;

interface ChangeBeforeSigning {
  readonly from: readonly Operation['status'][];
  readonly to:
    | { readonly status: 'created' | 'prepared' | 'needs_unlock' }
    | { readonly status: 'failed'; readonly reason: FailureReason; readonly endedAt: Date };
}

function beforeSigning(
  operation: Operation,
  event: OperationEvent,
  { from, to }: ChangeBeforeSigning,
): Operation {
  if (!from.includes(operation.status)) throw new IllegalTransition(operation, event);
  return { ...detailsOf(operation), ...to };
}

function prepare(operation: Operation, event: Of<'prepared'>): Operation {
  const prepared = beforeSigning(operation, event, {
    from: ['created'],
    to: { status: 'prepared' },
  });
  const { pool } = prepared;
  if (pool === null || event.broadcasterFee === undefined) return prepared;
  return { ...prepared, pool: { ...pool, broadcasterFee: event.broadcasterFee } };
}

function sign(operation: Operation, event: Of<'signed'>): Operation {
  if (operation.status !== 'prepared') throw new IllegalTransition(operation, event);
  const { signing, fees } = event;
  const sending: Sending = {
    rungsTried: 0,
    leastRungs: 0,
    cancelRequest: null,
    firstTriedAt: null,
    lastTriedAt: null,
    approvedIn: null,
  };
  return { ...detailsOf(operation), ...fees, status: 'signed', signing, sending };
}

function seeApproval(operation: Operation, event: Of<'approval-seen'>): Operation {
  if (!isOpen(operation) || operation.signing.approval === null) {
    throw new IllegalTransition(operation, event);
  }
  const { ladder } = operation.signing.approval;
  const { inclusion } = event;
  if (inclusion !== null && !ladder.some(({ hash }) => hash === inclusion.transactionHash)) {
    throw new IllegalTransition(operation, event);
  }
  return { ...operation, sending: { ...operation.sending, approvedIn: inclusion } };
}

function tryRung(operation: Operation, event: Of<'tried'>): Operation {
  if (!isSent(operation) || operation.sending.cancelRequest !== null) {
    throw new IllegalTransition(operation, event);
  }
  const { signing, sending } = operation;
  if (event.rung >= signing.ladder.length || event.rung > sending.rungsTried) {
    throw new IllegalTransition(operation, event);
  }
  return {
    ...detailsOf(operation),
    status: event.isAccepted ? 'broadcast' : operation.status,
    signing,
    sending: {
      ...sending,
      rungsTried: Math.max(sending.rungsTried, event.rung + 1),
      firstTriedAt: sending.firstTriedAt ?? event.at,
      lastTriedAt: event.at,
    },
  };
}

/** The broadcaster's are not the user's to speed up. One request moves up one rung, however often it is repeated. */
function speedUp(operation: Operation, event: Of<'speed-up-requested'>): Operation {
  if (!isSent(operation) || isPrivateTransaction(operation)) {
    throw new IllegalTransition(operation, event);
  }
  const { signing, sending } = operation;
  const { rungsTried, leastRungs, cancelRequest } = sending;
  const next = Math.max(1, rungsTried) + 1;
  if (cancelRequest !== null || leastRungs >= next || next > signing.ladder.length) {
    throw new IllegalTransition(operation, event);
  }
  return { ...operation, sending: { ...sending, leastRungs: next } };
}

/** Users cancel what their own account sends; an operator, and time, cancel what the broadcaster sends too. */
function requestCancellation(operation: Operation, event: Of<'cancellation-requested'>): Operation {
  const { reason, at } = event;
  if (!isSent(operation) || (reason === 'user' && isPrivateTransaction(operation))) {
    throw new IllegalTransition(operation, event);
  }
  const { signing, sending } = operation;
  if (signing.cancellation === null || sending.cancelRequest !== null) {
    throw new IllegalTransition(operation, event);
  }
  return { ...operation, sending: { ...sending, cancelRequest: { reason, at } } };
}

function tryCancellation(operation: Operation, event: Of<'cancellation-tried'>): Operation {
  if (!isSent(operation) || operation.sending.cancelRequest === null) {
    throw new IllegalTransition(operation, event);
  }
  return { ...operation, sending: { ...operation.sending, lastTriedAt: event.at } };
}

/** Only the broadcaster's, whose key is at hand, and only once everything that it has was tried. */
function reprice(operation: Operation, event: Of<'repriced'>): Operation {
  if (!canBeRepriced(operation, event.at)) throw new IllegalTransition(operation, event);
  const { signing, sending } = operation;
  const { rung, cancellation, fees } = event;
  const isCancelling = sending.cancelRequest !== null;
  if (isCancelling !== (rung === null) || fees.feeCeiling < operation.feeCeiling) {
    throw new IllegalTransition(operation, event);
  }
  const ladder = rung === null ? signing.ladder : [...signing.ladder, rung];
  const earlierCancellations = cancellationsOf(signing);
  return {
    ...operation,
    ...fees,
    signing: { ...signing, ladder, cancellation, earlierCancellations },
    // What was signed is to be sent now.
    sending: isCancelling
      ? { ...sending, lastTriedAt: null }
      : { ...sending, leastRungs: ladder.length },
  };
}

function mine(operation: Operation, event: Of<'mined'>): Operation {
  if (
    operation.status !== 'signed' &&
    operation.status !== 'broadcast' &&
    operation.status !== 'mined' &&
    operation.status !== 'replaced'
  ) {
    throw new IllegalTransition(operation, event);
  }
  const { signing, sending } = operation;
  const { inclusion } = event;
  if (!signing.ladder.some((rung) => rung.hash === inclusion.transactionHash)) {
    throw new IllegalTransition(operation, event);
  }
  return { ...detailsOf(operation), status: 'mined', signing, sending, inclusion };
}

function reopen(operation: Operation, event: Of<'receipt-vanished'>): Operation {
  if (operation.status !== 'mined') throw new IllegalTransition(operation, event);
  const { signing, sending } = operation;
  return { ...detailsOf(operation), status: 'broadcast', signing, sending };
}

function finalize(operation: Operation, event: Of<'finalized'>): Operation {
  if (operation.status !== 'mined') throw new IllegalTransition(operation, event);
  return endAsMined(operation, operation.inclusion, event.at);
}

/** Under one nonce an account pays once: what does the same there has paid it, whichever request it was signed for. */
function finalizeUnrecorded(operation: Operation, event: Of<'mined-unrecorded'>): Operation {
  const { inclusion, at } = event;
  if (!isSent(operation) || isPrivateTransaction(operation) || isOwn(operation, inclusion)) {
    throw new IllegalTransition(operation, event);
  }
  return endAsMined(operation, inclusion, at);
}

function endAsMined(operation: SignedOperation, inclusion: Inclusion, endedAt: Date): Operation {
  const { signing, sending } = operation;
  // Notes that the network spent are spent, whatever the token did then.
  const isUnpaid = hasNothingArrived(inclusion) && !isPrivateTransaction(operation);
  const status = inclusion.isSuccess && !isUnpaid ? 'confirmed' : 'reverted';
  return { ...detailsOf(operation), status, signing, sending, inclusion, endedAt };
}

function replace(operation: Operation, event: Of<'nonce-taken'>): Operation {
  if (!isSent(operation)) throw new IllegalTransition(operation, event);
  const { signing, sending } = operation;
  const { by: replacedBy, at: endedAt } = event;
  if (signing.ladder.some(({ hash }) => hash === replacedBy.transactionHash)) {
    throw new IllegalTransition(operation, event);
  }
  return { ...detailsOf(operation), status: 'replaced', signing, sending, replacedBy, endedAt };
}

/** Its own transactions moved nothing and no longer can: the copy has spent its notes, and its sender paid the network. */
function confirmByCopy(operation: Operation, event: Of<'paid-by-copy'>): Operation {
  const { copy, at: endedAt } = event;
  if (!canBePaidBy(operation, copy)) throw new IllegalTransition(operation, event);
  const { signing, sending } = operation;
  const feePaid = operation.status === 'mined' ? operation.inclusion.feePaid : ZERO_UNITS;
  const inclusion = { ...copy, isSuccess: true, arrived: null, feePaid, minedAt: endedAt };
  return { ...detailsOf(operation), status: 'confirmed', signing, sending, inclusion, endedAt };
}

/** The notes of the other proofs are unspent. It is told once, and looked at again like every replaced one. */
function payInPart(operation: Operation, event: Of<'paid-in-part'>): Operation {
  const { part: replacedBy, at: endedAt } = event;
  if (!canBePaidBy(operation, replacedBy) || isPaidInPart(operation)) {
    throw new IllegalTransition(operation, event);
  }
  const { signing, sending } = operation;
  const part = { replacedBy, isPaidInPart: true } as const;
  return { ...detailsOf(operation), status: 'replaced', signing, sending, ...part, endedAt };
}

/** True when its own transactions did nothing, as far as is known, and this one is none of them. */
function canBePaidBy(operation: Operation, use: NonceUse): operation is SignedOperation {
  const isUndecided = isSent(operation) || operation.status === 'replaced';
  const hasFailed = operation.status === 'mined' && !operation.inclusion.isSuccess;
  if (!isPrivateTransaction(operation) || !(isUndecided || hasFailed)) return false;
  return !isOwn(operation, use);
}

/** True for what was signed for the operation, its cancellations included. */
function isOwn(
  { signing }: Pick<SignedOperation, 'signing'>,
  { transactionHash }: NonceUse,
): boolean {
  const own = [...signing.ladder, ...cancellationsOf(signing)];
  return own.some(({ hash }) => hash === transactionHash);
}

function detailsOf(operation: Operation): OperationDetails {
  const { id, userId, kind, chainId, account, recipient, tokenId } = operation;
  const { amount, feeTokenId, estimatedFee, feeCeiling, pool, createdAt } = operation;
  return {
    id,
    userId,
    kind,
    chainId,
    account,
    recipient,
    tokenId,
    amount,
    feeTokenId,
    estimatedFee,
    feeCeiling,
    pool,
    createdAt,
  };
}

/** An invariant of the state machine was violated: the code has a bug, and the operation stays unchanged. */
export class IllegalTransition extends Error {
  readonly operationId: string;
  constructor(operation: Operation, event: OperationEvent) {
    super(
      `Operation ${operation.id} is ${operation.status}; "${event.type}" cannot happen to it. It stays as it was.`,
    );
    this.name = 'IllegalTransition';
    this.operationId = operation.id;
  }
}
