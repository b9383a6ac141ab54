import { isOpen, isPrivateTransaction, isSigned, type Operation } from './operation.ts';

/**
 * The steps of operations: a payment is signed, sent, final; a shield is approved (tokens only), submitted,
 * confirmed; a private transaction is proved, submitted, confirmed.
 */
export const OPERATION_STEP_NAMES = [
  'signed',
  'sent',
  'final',
  'approve',
  'proof',
  'submitted',
  'confirmed',
] as const;

/** One step of an operation as the live step list draws it. */
export interface OperationStep {
  readonly name: (typeof OPERATION_STEP_NAMES)[number];
  readonly state: 'done' | 'now' | 'to-come' | 'failed';
  readonly at: Date | null;
  /** Blocks since it was mined, of the blocks until it is final. */
  readonly progress: { readonly done: number; readonly of: number } | null;
}

/** The heads of the chain, as the worker last saw them, and the progress of the proof. */
export interface ChainProgress {
  /** Newest block; null when the worker has not read it yet. */
  readonly latestBlock: bigint | null;
  readonly blocksUntilFinal: number;
  /** Share of the proof that is done, 0 to 1; null while it has not begun, or when there is none. */
  readonly proofShare: number | null;
}

type StepName = OperationStep['name'];

/**
 * @returns the steps of a payment: signed, sent, final; of a shield: approve where the token requires it, submitted,
 *   confirmed; of a private transaction: proof, submitted, confirmed.
 */
export function operationSteps(
  operation: Operation,
  chain: ChainProgress,
): readonly OperationStep[] {
  if (operation.kind === 'send') {
    return [
      signedStep(operation),
      sentStep(operation, 'sent'),
      finalStep(operation, 'final', chain),
    ];
  }
  const isBeforeSubmitting = isPrivateTransaction(operation)
    ? !isSigned(operation)
    : isApprovalOpen(operation);
  const submitting = [
    isBeforeSubmitting ? unsubmittedStep(operation) : sentStep(operation, 'submitted'),
    isBeforeSubmitting ? step('confirmed', 'to-come') : finalStep(operation, 'confirmed', chain),
  ];
  if (isPrivateTransaction(operation)) return [proofStep(operation, chain), ...submitting];
  return hasApproval(operation) ? [approveStep(operation), ...submitting] : submitting;
}

function signedStep(operation: Operation): OperationStep {
  if (isSigned(operation)) return step('signed', 'done', operation.signing.signedAt);
  if (operation.status === 'failed') return step('signed', 'failed', operation.endedAt);
  return step('signed', 'now');
}

function proofStep(operation: Operation, { proofShare }: ChainProgress): OperationStep {
  if (isSigned(operation)) return step('proof', 'done', operation.signing.signedAt);
  if (operation.status === 'failed') return step('proof', 'failed', operation.endedAt);
  if (operation.status === 'prepared') return step('proof', 'done');
  const done = Math.floor((proofShare ?? 0) * 100);
  return { ...step('proof', 'now'), progress: { done, of: 100 } };
}

function unsubmittedStep({ status }: Operation): OperationStep {
  return step('submitted', status === 'prepared' ? 'now' : 'to-come');
}

function hasApproval(operation: Operation): boolean {
  return isSigned(operation) && operation.signing.approval !== null;
}

/** While the approval is pending, the steps after it have not begun. */
function isApprovalOpen(operation: Operation): boolean {
  return (
    hasApproval(operation) &&
    (operation.status === 'signed' || operation.status === 'broadcast') &&
    operation.sending.approvedIn === null
  );
}

function approveStep(operation: Operation): OperationStep {
  if (!isSigned(operation) || isApprovalOpen(operation)) return step('approve', 'now');
  const { approvedIn } = operation.sending;
  if (approvedIn === null) {
    const isMined = 'inclusion' in operation;
    return step(
      'approve',
      isMined ? 'done' : 'failed',
      isMined ? operation.inclusion.minedAt : null,
    );
  }
  return step('approve', approvedIn.isSuccess ? 'done' : 'failed', approvedIn.minedAt);
}

function sentStep(operation: Operation, name: StepName): OperationStep {
  if (!isSigned(operation)) return step(name, 'to-come');
  if (operation.status === 'replaced') return step(name, 'failed', operation.endedAt);
  if (operation.status === 'signed') return step(name, 'now');
  return step(name, 'done', operation.sending.firstTriedAt);
}

function finalStep(operation: Operation, name: StepName, chain: ChainProgress): OperationStep {
  if (operation.status === 'confirmed') return step(name, 'done', operation.endedAt);
  if (operation.status === 'reverted') return step(name, 'failed', operation.endedAt);
  if (!isOpen(operation) || operation.status === 'signed') return step(name, 'to-come');
  return { ...step(name, 'now'), progress: finalProgress(operation, chain) };
}

function finalProgress(operation: Operation, chain: ChainProgress): OperationStep['progress'] {
  const of = chain.blocksUntilFinal;
  if (operation.status !== 'mined' || chain.latestBlock === null) return { done: 0, of };
  const since = chain.latestBlock - operation.inclusion.blockNumber;
  // Until it is known to be in a final block, the last block stays open.
  const bounded = since < 0n ? 0n : since > BigInt(of - 1) ? BigInt(of - 1) : since;
  return { done: Number(bounded), of };
}

function step(
  name: OperationStep['name'],
  state: OperationStep['state'],
  at: Date | null = null,
): OperationStep {
  return { name, state, at, progress: null };
}
