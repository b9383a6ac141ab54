import { setTimeout as sleep } from 'node:timers/promises';
import { NETWORK_CONFIG } from '@railgun-community/shared-models';
import { getUTXOMerkletreeForNetwork } from '@railgun-community/wallet';
import { createPublicClient, fallback, getAddress, http, parseAbi } from 'viem';
import { type RunningEngine, TXID_VERSION } from './start-engine.ts';
import { refreshWallets } from './wallets.ts';

/**
 * How the engine's notes compare to the pool's: `wrong` when it knows notes that the pool does not have, as
 * after a chain was reset, or counts notes that it has not stored, as where two scans ran at once.
 */
export type ScanState = 'complete' | 'behind' | 'wrong';

const abi = parseAbi([
  'function treeNumber() view returns (uint256)',
  'function nextLeafIndex() view returns (uint256)',
  'function merkleRoot() view returns (bytes32)',
]);
const LOOK_EVERY_MS = 300;
const NOTES_IN_A_TREE = 65_536;
/** When each engine was first found wrong, since it was last found to be right. */
const wrongSince = new WeakMap<RunningEngine, number>();

/** Compares the newest tree of notes in the engine with the pool's at the chain's latest block. */
async function readScanState({ networkName, rpcUrls }: RunningEngine): Promise<ScanState> {
  const address = getAddress(NETWORK_CONFIG[networkName].proxyContract);
  const client = createPublicClient({ transport: fallback(rpcUrls.map((url) => http(url))) });
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const pool = { address, abi, blockNumber } as const;
  const [treeNumber, leafCount, root] = await Promise.all([
    client.readContract({ ...pool, functionName: 'treeNumber' }),
    client.readContract({ ...pool, functionName: 'nextLeafIndex' }),
    client.readContract({ ...pool, functionName: 'merkleRoot' }),
  ]);
  const known = getUTXOMerkletreeForNetwork(TXID_VERSION, networkName);
  const knownTree = BigInt(await known.latestTree());
  const knownLeaves = BigInt(await known.getTreeLength(Number(knownTree)));
  // Every scan begins at the newest note, so without it none gets further.
  if (!(await isStored(known, Number(knownTree), Number(knownLeaves) - 1))) return 'wrong';
  if (knownTree !== treeNumber) return knownTree < treeNumber ? 'behind' : 'wrong';
  if (knownLeaves !== leafCount) return knownLeaves < leafCount ? 'behind' : 'wrong';
  const knownRoot = BigInt(`0x${await known.getRoot(Number(knownTree))}`);
  return knownRoot === BigInt(root) ? 'complete' : 'wrong';
}

async function isStored(
  tree: ReturnType<typeof getUTXOMerkletreeForNetwork>,
  treeNumber: number,
  leaf: number,
): Promise<boolean> {
  return leaf < 0 || (await tree.getCommitmentSafe(treeNumber, leaf)) !== undefined;
}

/** @returns how many notes of all users the engine knows. */
export async function countNotes({ networkName }: RunningEngine): Promise<number> {
  const known = getUTXOMerkletreeForNetwork(TXID_VERSION, networkName);
  const tree = await known.latestTree();
  return tree * NOTES_IN_A_TREE + (await known.getTreeLength(tree));
}

/**
 * Scans new blocks until the engine knows everything in the pool, for one wallet or for all:
 * a scan right after a block sees the block before. What has been missing from the pool for a while is forgotten, and
 * everything is scanned again.
 * @returns false when the time ran out before that.
 */
export async function lookUntilComplete(
  engine: RunningEngine,
  options: { readonly walletId: string | null; readonly withinMs: number },
): Promise<boolean> {
  const deadline = Date.now() + options.withinMs;
  for (;;) {
    await refreshWallets(engine, options.walletId ?? undefined);
    const state = await readScanState(engine);
    if (state === 'complete') {
      wrongSince.delete(engine);
      return true;
    }
    if (Date.now() > deadline) return false;
    if (isWrongForLong(engine, state)) {
      wrongSince.delete(engine);
      await engine.rescan();
    }
    await sleep(LOOK_EVERY_MS);
  }
}

function isWrongForLong(engine: RunningEngine, state: ScanState): boolean {
  if (state !== 'wrong') return false;
  const since = wrongSince.get(engine) ?? Date.now();
  wrongSince.set(engine, since);
  return Date.now() - since >= engine.doubtForMs;
}
