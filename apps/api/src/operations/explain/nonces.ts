import type { SignedOperation } from '#domain/operation/operation';

/** @returns the nonces of a signed operation, rising: those of its reset and its approval before its own. */
export function noncesOf({ signing: { nonce, approval } }: SignedOperation): readonly number[] {
  return [approval?.reset?.nonce, approval?.nonce, nonce].filter((each) => each !== undefined);
}

/** @returns its lowest nonce that no block has used; its last one when all are used. */
export function firstUnusedNonce(operation: SignedOperation, nextNonce: number): number {
  const { nonce } = operation.signing;
  return noncesOf(operation).find((each) => each >= nextNonce) ?? nonce;
}
