import { isSigned, type Operation } from '#domain/operation/operation';

/** Something that happened to an operation. */
export interface PastEvent {
  readonly at: Date;
  readonly what: string;
}

/** By why an operation is to be cancelled. */
const REQUESTED = {
  user: 'cancellation requested by its user',
  expired: 'expired: no block had it for 24 hours',
  operator: 'cancellation requested by an operator',
} as const;

/** @returns what is stored about the past of an operation, oldest first. */
export function historyOf(operation: Operation): readonly PastEvent[] {
  const events: readonly (PastEvent | null)[] = [
    { at: operation.createdAt, what: 'created' },
    ...(isSigned(operation) ? sendingOf(operation) : []),
    'inclusion' in operation
      ? {
          at: operation.inclusion.minedAt,
          what: `seen in block ${operation.inclusion.blockNumber}`,
        }
      : null,
    'endedAt' in operation ? { at: operation.endedAt, what: `ended: ${operation.status}` } : null,
  ];
  return events
    .filter((event) => event !== null)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function sendingOf({
  signing,
  sending,
}: Extract<Operation, { signing: unknown }>): readonly (PastEvent | null)[] {
  const { cancelRequest, firstTriedAt, lastTriedAt, approvedIn, rungsTried } = sending;
  const rungs = `${rungsTried} of ${signing.ladder.length} rungs sent by then`;
  return [
    { at: signing.signedAt, what: 'signed' },
    firstTriedAt && { at: firstTriedAt, what: 'first sent' },
    lastTriedAt && { at: lastTriedAt, what: `last sent; ${rungs}` },
    cancelRequest && { at: cancelRequest.at, what: REQUESTED[cancelRequest.reason] },
    approvedIn && {
      at: approvedIn.minedAt,
      what: `approval seen in block ${approvedIn.blockNumber}`,
    },
  ];
}
