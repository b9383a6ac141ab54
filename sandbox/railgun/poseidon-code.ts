import { createRequire } from 'node:module';
import type { Hex } from 'viem';

/** The part of an untyped package that is used. */
interface Circomlib {
  readonly poseidonContract: { createCode(inputs: number): Hex };
}

/**
 * @returns the code that deploys the Poseidon hash of `inputs` field elements; it supports the selectors
 * `poseidon(uint256[n])` and `poseidon(bytes32[n])`. Source: circomlibjs, on which RAILGUN's circuits are based.
 */
export function createPoseidonCode(inputs: 2 | 3): Hex {
  const circomlib: Circomlib = createRequire(import.meta.url)('circomlibjs');
  return circomlib.poseidonContract.createCode(inputs);
}
