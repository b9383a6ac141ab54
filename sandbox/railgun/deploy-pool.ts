import { join } from 'node:path';
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { poolTreasury } from '../chain/accounts.ts';
import { type Artifacts, compileContracts } from '../chain/compile-contracts.ts';
import type { Sender } from '../chain/sender.ts';
import { readVerifyingKey, testCircuits } from './circuits.ts';
import { createPoseidonCode } from './poseidon-code.ts';

/** A pool whose transactions were sent but not yet mined. */
export interface SentPool {
  readonly pool: Hex;
  readonly relayAdapt: Hex;
  readonly poseidonT3: Hex;
  readonly poseidonT4: Hex;
  /** Hashes of the transactions that set its verification keys. */
  readonly keySettings: readonly Hex[];
}

/** The fees of RAILGUN on Polygon: 0.25 % of each shield and each unshield. */
const FEE_BASIS_POINTS = 25n;
/** 65 536 leaves. */
export const TREE_DEPTH = 16;

/** Compiles the pool's contracts, or reads them from `cacheDir`. */
export function compilePool(cacheDir: string): Promise<Artifacts> {
  return compileContracts(cacheDir, join(import.meta.dirname, 'contracts'));
}

/**
 * Deploys a private pool: the hashes, the pool with the keys of the five test circuits, and its
 * companion contract for the native coin. A test may use smaller trees.
 */
export async function sendPool(
  owner: Sender,
  artifacts: Artifacts,
  options: { readonly wrappedNative: Hex; readonly treeDepth?: number },
): Promise<SentPool> {
  const { wrappedNative, treeDepth = TREE_DEPTH } = options;
  const poseidonT3 = await owner.deploy(createPoseidonCode(2));
  const poseidonT4 = await owner.deploy(createPoseidonCode(3));
  const ours = (name: string, args: readonly unknown[]) => {
    const { abi, bytecode } = requireArtifact(artifacts, name);
    return owner.deploy(encodeDeployData({ abi, bytecode, args }));
  };
  const pool = await ours('RailgunPool', [
    BigInt(treeDepth),
    poseidonT3,
    poseidonT4,
    poolTreasury.address,
    FEE_BASIS_POINTS,
    FEE_BASIS_POINTS,
  ]);
  const { abi } = requireArtifact(artifacts, 'RailgunPool');
  const keySettings: Hex[] = [];
  for (const circuit of testCircuits) {
    const args = [circuit.inputs, circuit.outputs, await readVerifyingKey(circuit)];
    const data = encodeFunctionData({ abi, functionName: 'setVerificationKey', args });
    keySettings.push(await owner.send({ to: pool, data }));
  }
  const relayAdapt = await ours('RelayAdapt', [pool, wrappedNative]);
  return { pool, relayAdapt, poseidonT3, poseidonT4, keySettings };
}

/** Throws when the compiled contracts do not include this one. */
export function requireArtifact(artifacts: Artifacts, name: string): Artifacts[string] {
  const artifact = artifacts[name];
  if (!artifact) throw new Error(`There is no contract ${name}.`);
  return artifact;
}
