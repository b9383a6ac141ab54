import type { Network } from '#domain/network/network';
import { failureSentence } from '#domain/operation/failure-sentence';
import type { FailureReason, Operation } from '#domain/operation/operation';
import type { ErrorCode } from '#wire/errors';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ObservedOperation, Operations } from '../../../ports/operations.ts';
import { type MoneyResponse, moneyResponse } from '../payments/money-response.ts';

export interface PrivateTransactionResponsePorts {
  readonly operations: Pick<Operations, 'find'>;
  readonly networks: readonly Network[];
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
}

const HASH_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 250;

/**
 * Responds for a private payment that is stored.
 * @param isWaitedFor whether to wait for its hash or its end
 * @returns the response; the refusal when it failed during the wait
 */
export async function respondToPrivateTransaction(
  ports: PrivateTransactionResponsePorts,
  { id, userId }: Pick<Operation, 'id' | 'userId'>,
  isWaitedFor: boolean,
): Promise<MoneyResponse | Refusal> {
  const observed = isWaitedFor
    ? await untilSigned(ports, userId, id)
    : await ports.operations.find(userId, id);
  if (observed === null) throw new Error(`Operation ${id} is not stored.`);
  const { operation } = observed;
  if (isWaitedFor && operation.status === 'failed') return refuseFailed(operation);
  return moneyResponse(observed, ports.networks);
}

/** Polls until it has a hash or has ended, at most as long as a call may take. */
async function untilSigned(
  { operations, clock }: PrivateTransactionResponsePorts,
  userId: string,
  id: string,
): Promise<ObservedOperation | null> {
  const deadline = clock.now().getTime() + HASH_WITHIN_MS;
  for (;;) {
    const observed = await operations.find(userId, id);
    const status = observed?.operation.status;
    const isWaiting = status === 'created' || status === 'prepared' || status === 'needs_unlock';
    if (!isWaiting || clock.now().getTime() >= deadline) return observed;
    await clock.sleep(LOOK_EVERY_MS);
  }
}

const codeByReason: Partial<Record<FailureReason, ErrorCode>> = {
  'not-enough-funds': 'amount-above-balance',
  'fee-not-covered': 'fee-not-covered',
  'notes-fragmented': 'notes-fragmented',
};

function refuseFailed(operation: Extract<Operation, { status: 'failed' }>): Refusal {
  const sentence = failureSentence(operation);
  return refuse(codeByReason[operation.reason] ?? 'transaction-would-fail', {
    ...(sentence !== null && { sentence }),
    operationId: operation.id,
  });
}
