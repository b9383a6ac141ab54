import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Hex } from 'viem';

/** Where the contracts of one local chain are. */
export interface Deployment {
  readonly slug: string;
  readonly chainId: number;
  readonly multicall: Hex;
  readonly faucet: Hex;
  readonly wrappedNative: Hex;
  readonly usdc: Hex;
  /** Null on a chain without KAX. */
  readonly kax: Hex | null;
  readonly v2Factory: Hex;
  readonly v2Router: Hex;
  readonly v3Factory: Hex;
  readonly positionManager: Hex;
  readonly swapRouter: Hex;
  readonly quoter: Hex;
  readonly markets: readonly Market[];
  /** Missing on a chain without a private pool, and on one created before pools existed. */
  readonly shieldedPool?: ShieldedPoolDeployment;
  /** Missing on a chain created before the bridge existed. */
  readonly bridge?: BridgeDeployment;
}

/** The addresses of the contracts, before there are markets. */
export type Foundation = Omit<Deployment, 'markets' | 'shieldedPool' | 'bridge'>;

/** Where a chain's end of the bridge is. */
export interface BridgeDeployment {
  readonly escrow: Hex;
  /** No deposit is in an earlier block. */
  readonly deploymentBlock: number;
}

/** Where the private pool of a chain is. */
export interface ShieldedPoolDeployment {
  /** The pool itself, named as on public networks. */
  readonly proxy: Hex;
  readonly relayAdapt: Hex;
  readonly wrappedNative: Hex;
  /** No event of the pool is in an earlier block. */
  readonly deploymentBlock: number;
}

/** A token against USDC; the native coin trades as its wrapped form. */
export interface Market {
  readonly symbol: string;
  readonly token: Hex;
  readonly v3Pool: Hex;
  readonly v2Pair: Hex;
  /** The price that trades revert to, US dollars. */
  readonly homeUsd: number;
}

/** @returns the deployment that `writeDeployment` wrote to this file. */
export async function readDeployment(file: string): Promise<Deployment> {
  return JSON.parse(await readFile(file, 'utf8')) as Deployment;
}

/** Writes it atomically. */
export function writeDeployment(file: string, deployment: Deployment): Promise<void> {
  return replaceFile(file, deployment);
}

/** Writes the deployments of several chains as one list, atomically. */
export function writeDeployments(file: string, deployments: readonly Deployment[]): Promise<void> {
  return replaceFile(file, deployments);
}

async function replaceFile(file: string, content: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`);
  await rename(`${file}.new`, file);
}
