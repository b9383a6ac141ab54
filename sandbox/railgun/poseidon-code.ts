import { createRequire } from 'node:module';
import type { Hex } from 'viem';

/** What is used of a package that has no types. */
interface Circomlib {
  readonly poseidonContract: { createCode(inputs: number): Hex };
}

/**
 * @returns the code that deploys the Poseidon hash of `inputs` field elements; it answers the selectors
 * `poseidon(uint256[n])` and `poseidon(bytes32[n])`. Source: circomlibjs, whose circuits RAILGUN's are made of.
 */
export function createPoseidonCode(inputs: 2 | 3): Hex {
  const circomlib: Circomlib = createRequire(import.meta.url)('circomlibjs');
  return circomlib.poseidonContract.createCode(inputs);
}
