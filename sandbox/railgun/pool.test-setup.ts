import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  type Hex,
  http,
  type PublicClient,
  type TransactionReceipt,
  zeroAddress,
  zeroHash,
} from 'viem';
import { treasury } from '../chain/accounts.ts';
import { type Artifacts, compileContracts } from '../chain/compile-contracts.ts';
import { mineWhilePending } from '../chain/mine-while-pending.ts';
import { createSender, type Sender } from '../chain/sender.ts';
import { type ChainOptions, type RunningChain, startChain } from '../chain/start-chain.ts';
import { findFreePorts } from '../processes/find-free-ports.ts';
import { compilePool, requireArtifact, type SentPool, sendPool } from './deploy-pool.ts';

/** Estimates use this as their origin; no one has its key. */
export const ESTIMATION_ORIGIN = '0x000000000000000000000000000000000000dEaD';
export const POOL_CHAIN_ID = 31337;
const NATIVE_STOCK = '0x3635c9adc5dea00000';

export interface PoolBench {
  readonly chain: RunningChain;
  readonly client: PublicClient;
  readonly owner: Sender;
  readonly token: Hex;
  readonly wrappedNative: Hex;
  readonly pool: SentPool;
  readonly abi: { readonly pool: Abi; readonly relayAdapt: Abi; readonly token: Abi };
  /** Sends a call that must succeed, as the treasury or as an account without a known key. */
  write(call: Call, from?: Hex): Promise<TransactionReceipt>;
  /** Deploys one of our contracts. */
  deploy(name: string, args?: readonly unknown[]): Promise<Hex>;
  stop(): Promise<void>;
}

export interface Call {
  readonly address: Hex;
  readonly abi: Abi;
  readonly functionName: string;
  readonly args: readonly unknown[];
  readonly value?: bigint;
}

const cacheDir = join(import.meta.dirname, '..', '..', '.cache', 'contracts');

/** Starts a chain with only a token and a pool with trees of `treeDepth`. */
export async function startPoolBench(
  treeDepth: number,
  options: Pick<ChainOptions, 'blockEveryMs'> = {},
): Promise<PoolBench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kax-pool-'));
  const artifacts: Artifacts = {
    ...(await compileContracts(cacheDir)),
    ...(await compilePool(cacheDir)),
    ...(await compileContracts(cacheDir, join(import.meta.dirname, 'test-contracts'))),
  };
  const chain = await startChain({
    slug: 'polygon',
    chainId: POOL_CHAIN_ID,
    port: await findFreePorts(1),
    dataDir,
    ...options,
    // A dump holds every transaction, so that each would take longer than the one before.
    isKept: false,
    leastBaseFee: 30_000_000_000n,
    beginsBeforeNowMs: 0,
    prepare: async (call) => {
      for (const account of [treasury.address, ESTIMATION_ORIGIN]) {
        await call('anvil_setBalance', [account, NATIVE_STOCK]);
      }
      await call('anvil_impersonateAccount', [ESTIMATION_ORIGIN]);
    },
  });
  const owner = createSender(chain.call, POOL_CHAIN_ID, treasury);
  const deploy = async (name: string, args: readonly unknown[] = []) => {
    const { abi, bytecode } = requireArtifact(artifacts, name);
    const address = await owner.deploy(encodeDeployData({ abi, bytecode, args }));
    await mineWhilePending(chain);
    return address;
  };
  const transport = http(chain.rpcUrl, { retryCount: 0 });
  const client = createPublicClient({ transport });
  const wallet = createWalletClient({ transport });
  const token = await deploy('TestToken', ['Token', 'TOK', 18]);
  const wrappedNative = await deploy('WrappedNative', ['Wrapped Pol', 'WPOL']);
  const pool = await sendPool(owner, artifacts, { wrappedNative, treeDepth });
  await mineWhilePending(chain);
  const abi = {
    pool: requireArtifact(artifacts, 'RailgunPool').abi,
    relayAdapt: requireArtifact(artifacts, 'RelayAdapt').abi,
    token: requireArtifact(artifacts, 'TestToken').abi,
  };
  return {
    chain,
    client,
    owner,
    token,
    wrappedNative,
    pool,
    abi,
    deploy,
    write: async (call, from) => {
      const account = from ?? treasury;
      const hash = await wallet.writeContract({ ...call, account, chain: null, gas: 15_000_000n });
      await chain.mine();
      const receipt = await client.waitForTransactionReceipt({ hash });
      if (receipt.status !== 'success') throw new Error(`${call.functionName} failed in ${hash}.`);
      return receipt;
    },
    stop: async () => {
      await chain.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** A shield request; the pool does not read its ciphertext. */
export function shieldRequest(
  token: Hex,
  value: bigint,
  over: { readonly npk?: Hex; readonly tokenType?: number } = {},
) {
  return {
    preimage: notePreimage(token, value, over),
    ciphertext: { encryptedBundle: [zeroHash, zeroHash, zeroHash], shieldKey: zeroHash },
  };
}

export function notePreimage(
  token: Hex,
  value: bigint,
  over: { readonly npk?: Hex; readonly tokenType?: number } = {},
) {
  return {
    npk: over.npk ?? word(5n),
    token: { tokenType: over.tokenType ?? 0, tokenAddress: token, tokenSubID: 0n },
    value,
  };
}

const noteCiphertext = {
  ciphertext: [zeroHash, zeroHash, zeroHash, zeroHash],
  blindedSenderViewingKey: zeroHash,
  blindedReceiverViewingKey: zeroHash,
  annotationData: '0x',
  memo: '0x',
} as const;

export interface BoundChanges {
  readonly treeNumber?: number;
  readonly minGasPrice?: bigint;
  readonly unshield?: number;
  readonly chainID?: bigint;
  readonly adaptContract?: Hex;
  readonly adaptParams?: Hex;
  readonly ciphertextCount?: number;
}

/** A transaction with an empty proof. */
export function unprovenTransaction(
  merkleRoot: Hex,
  { nullifiers, commitments }: { nullifiers: readonly Hex[]; commitments: readonly Hex[] },
  bound: BoundChanges = {},
  unshieldPreimage: ReturnType<typeof notePreimage> = notePreimage(zeroAddress, 0n),
) {
  const { ciphertextCount, ...rest } = bound;
  const noteCount = commitments.length - (rest.unshield ? 1 : 0);
  const point = { x: 0n, y: 0n };
  return {
    proof: { a: point, b: { x: [0n, 0n], y: [0n, 0n] }, c: point },
    merkleRoot,
    nullifiers,
    commitments,
    boundParams: {
      treeNumber: 0,
      minGasPrice: 0n,
      unshield: 0,
      chainID: BigInt(POOL_CHAIN_ID),
      adaptContract: zeroAddress as Hex,
      adaptParams: zeroHash as Hex,
      ...rest,
      commitmentCiphertext: Array.from(
        { length: ciphertextCount ?? noteCount },
        () => noteCiphertext,
      ),
    },
    unshieldPreimage,
  };
}

/** @returns the number as 32 bytes. */
export function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
