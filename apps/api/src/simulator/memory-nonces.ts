import { GAP_AFTER_MS, type NonceState } from '#domain/operation/next-nonce';
import { isOpen, type SignedOperation } from '#domain/operation/operation';
import type { SigningRequest } from '../ports/operations.ts';
import { type MemoryRepository, signedOperationsOf } from './memory-repository.ts';

/** @returns the state that determines the next nonce of an account. */
export function readNonceState(
  repository: MemoryRepository,
  {
    details,
    chainState,
  }: {
    readonly details: Pick<SigningRequest['details'], 'account' | 'chainId' | 'createdAt'>;
    readonly chainState: Pick<SigningRequest['chainState'], 'transactionCount'>;
  },
  nextRecorded: number,
): NonceState {
  const ours = signedOperationsOf(repository).filter(
    ({ account, chainId }) => account === details.account && chainId === details.chainId,
  );
  const longSince = details.createdAt.getTime() - GAP_AFTER_MS;
  const waiting = ours.filter((o) => isOpen(o) && o.signing.signedAt.getTime() <= longSince);
  const nonces = waiting.flatMap(noncesOf);
  const nextOnChain = chainState.transactionCount;
  return {
    nextRecorded,
    nextOnChain,
    longestWaiting: nonces.length === 0 ? null : Math.min(...nonces),
    isNextOnChainOurs: ours.some((operation) => noncesOf(operation).includes(nextOnChain)),
  };
}

function noncesOf({ signing: { nonce, approval } }: SignedOperation): number[] {
  const ladders = approval?.reset === undefined ? [approval] : [approval.reset, approval];
  return [...ladders.flatMap((ladder) => ladder?.nonce ?? []), nonce];
}
