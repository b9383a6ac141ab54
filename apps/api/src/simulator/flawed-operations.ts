import type { Operations } from '../ports/operations.ts';
import { createMemoryOperations } from './memory-operations.ts';
import { memoryRequestState } from './memory-payment-requests.ts';
import type { MemoryRepository } from './memory-repository.ts';

/** Changes how the simulated server stores its operations. */
export type AlterOperations = (operations: Operations, repository: MemoryRepository) => Operations;

const ANY_BLOCK = 10n ** 9n;

/** Ends what a payment holds with the moment in which it was mined, whichever block the balance was read at. */
export const endHoldsByTime: AlterOperations = (operations) => ({
  ...operations,
  signNext: (request, sign, leaseMs) =>
    operations.signNext(
      { ...request, chainState: { ...request.chainState, blockNumber: ANY_BLOCK } },
      sign,
      leaseMs,
    ),
});

/** Signs by what was stored before anyone froze an account. */
export const overlookFreezes: AlterOperations = (operations, repository) => ({
  ...operations,
  signNext: createMemoryOperations({ ...repository, frozenUsers: new Map() }).signNext,
});

/** Stores what a worker found, although another one has claimed the operation since, or its user changed it. */
export const storeLateClaims: AlterOperations = (operations, { entries }) => ({
  ...operations,
  record: (updates) =>
    operations.record(
      updates.map((update) => {
        const entry = entries.get(update.next.id);
        if (entry === undefined) return update;
        const { status } = entry.operation;
        const operation = { ...update.claim.operation, status } as typeof update.claim.operation;
        return { ...update, claim: { operation, epoch: entry.epoch } };
      }),
    ),
});

/** Reads whether a payment request is open before it has the lock, and takes it apart from storing the payment. */
export const claimBesides: AlterOperations = (operations, repository) => ({
  ...operations,
  async signNext({ paymentRequest, ...request }, sign, leaseMs) {
    const { id, createdAt } = request.details;
    const isOpen =
      paymentRequest === undefined ||
      memoryRequestState(repository, paymentRequest, createdAt) === 'open';
    if (!isOpen) return { kind: 'request-over' };
    const outcome = await operations.signNext(request, sign, leaseMs);
    const row = repository.paymentRequests.get(paymentRequest ?? '');
    if (outcome.kind === 'signed' && row !== undefined) row.operationId = id;
    return outcome;
  },
});

/** Takes a payment request for good, whatever becomes of the payment. */
export const forgetEnds: AlterOperations = (operations, repository) => ({
  ...operations,
  async signNext(request, sign, leaseMs) {
    const outcome = await operations.signNext(request, sign, leaseMs);
    const row = repository.paymentRequests.get(request.paymentRequest ?? '');
    if (outcome.kind === 'signed' && row !== undefined) row.operationId = 'someone';
    return outcome;
  },
});
