import { isOpen, type Operation } from './operation.ts';

/**
 * The steps that operations have: a payment is signed, sent, final; a shield is approved (tokens only), submitted,
 * confirmed; what is spent privately is proved, submitted, confirmed.
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

/** How far the chain is, as the worker last saw it. */
export interface ChainProgress {
  /** Newest block; null when the worker has not looked yet. */
  readonly latestBlock: bigint | null;
  readonly blocksUntilFinal: number;
}

/** @returns the three steps of a payment: signed, sent, final. */
export function operationSteps(
  operation: Operation,
  chain: ChainProgress,
): readonly OperationStep[] {
  return [signedStep(operation), sentStep(operation), finalStep(operation, chain)];
}

function signedStep(operation: Operation): OperationStep {
  if ('signing' in operation) return step('signed', 'done', operation.signing.signedAt);
  if (operation.status === 'failed') return step('signed', 'failed', operation.endedAt);
  return step('signed', 'now');
}

function sentStep(operation: Operation): OperationStep {
  if (!('signing' in operation)) return step('sent', 'to-come');
  if (operation.status === 'replaced') return step('sent', 'failed', operation.endedAt);
  if (operation.status === 'signed') return step('sent', 'now');
  return step('sent', 'done', operation.sending.firstTriedAt);
}

function finalStep(operation: Operation, chain: ChainProgress): OperationStep {
  if (operation.status === 'confirmed') return step('final', 'done', operation.endedAt);
  if (operation.status === 'reverted') return step('final', 'failed', operation.endedAt);
  if (!isOpen(operation) || operation.status === 'signed') return step('final', 'to-come');
  return { ...step('final', 'now'), progress: finalProgress(operation, chain) };
}

function finalProgress(operation: Operation, chain: ChainProgress): OperationStep['progress'] {
  const of = chain.blocksUntilFinal;
  if (operation.status !== 'mined' || chain.latestBlock === null) return { done: 0, of };
  const since = chain.latestBlock - operation.inclusion.blockNumber;
  // Until the final block is known to hold it, the last block stays to come.
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
