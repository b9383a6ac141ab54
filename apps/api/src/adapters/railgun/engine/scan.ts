import { setTimeout as sleep } from 'node:timers/promises';
import { NETWORK_CONFIG } from '@railgun-community/shared-models';
import { getUTXOMerkletreeForNetwork, walletForID } from '@railgun-community/wallet';
import { createPublicClient, getAddress, type Hex, pad, parseAbi } from 'viem';
import { readLatestBlock } from './blocks.ts';
import { connectToNodes } from './connect-to-nodes.ts';
import { type RunningEngine, TXID_VERSION } from './start-engine.ts';
import { refreshWallets } from './wallets.ts';

/**
 * How the engine's notes compare to the pool's: `wrong` when it knows notes that the pool does not have, as
 * after a chain was reset, or counts notes that it has not stored, as where two scans ran at once.
 */
export type ScanState = 'complete' | 'behind' | 'wrong';

const abi = parseAbi([
  'function nullifiers(uint256 treeNumber, bytes32 nullifier) view returns (bool)',
  'function treeNumber() view returns (uint256)',
  'function nextLeafIndex() view returns (uint256)',
  'function merkleRoot() view returns (bytes32)',
]);
const LOOK_EVERY_MS = 300;
const NOTES_IN_A_TREE = 65_536;
const CALLS_IN_A_BATCH = 10;

/** A state that does not pass: for how long it has been, and with how many notes where only more of them would do. */
interface Doubt {
  readonly state: ScanState;
  readonly noteCount: number | null;
  readonly since: number;
}

/** By engine, then by wallet, or null for all of them. */
const doubts = new WeakMap<RunningEngine, Map<string | null, Doubt>>();

/** The pool of an engine, over its nodes. */
function openPool({ networkName, rpcUrls }: RunningEngine) {
  const transport = connectToNodes(rpcUrls, { batch: { batchSize: CALLS_IN_A_BATCH } });
  const address = getAddress(NETWORK_CONFIG[networkName].proxyContract);
  return { client: createPublicClient({ transport }), call: { address, abi } as const };
}

/** Compares the newest tree of notes in the engine with the pool's at a block. */
async function readScanState(engine: RunningEngine, blockNumber: bigint): Promise<ScanState> {
  const { networkName } = engine;
  const { client, call } = openPool(engine);
  const pool = { ...call, blockNumber };
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

/**
 * Asks the pool for every note that a wallet believes it can spend. A scan that is interrupted after it stored a newer
 * note never returns to older spends, and the tree of notes does not show what is spent.
 * @returns false when the pool says that one of them is spent.
 */
async function knowsSpent(
  engine: RunningEngine,
  walletId: string,
  blockNumber: bigint,
): Promise<boolean> {
  const { client, call } = openPool(engine);
  const notes = await walletForID(walletId).TXOs(TXID_VERSION, engine.chain);
  const areSpent = await Promise.all(
    notes
      .filter(({ spendtxid }) => spendtxid === false)
      .map(({ tree, nullifier }) =>
        client.readContract({
          ...call,
          blockNumber,
          functionName: 'nullifiers',
          args: [BigInt(tree), toBytes32(nullifier)],
        }),
      ),
  );
  return !areSpent.includes(true);
}

/** The engine writes some of its hex without the prefix, or without leading zeros. */
function toBytes32(text: string): Hex {
  return pad(text.startsWith('0x') ? (text as Hex) : `0x${text}`);
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
 * a scan right after a block sees the block before. Of one wallet, what it believes it can spend is checked as well.
 * What has differed from the pool for a while is forgotten, and everything is scanned again. Where only notes are
 * missing, the blocks since the newest note are scanned again: a node whose index was behind had left them out.
 * @returns the block up to which it knows everything; null when the time ran out before that.
 */
export async function lookUntilComplete(
  engine: RunningEngine,
  options: {
    readonly walletId: string | null;
    readonly withinMs: number;
    readonly leastBlock?: bigint;
  },
): Promise<bigint | null> {
  const { walletId, leastBlock = 0n } = options;
  const deadline = Date.now() + options.withinMs;
  for (;;) {
    await refreshWallets(engine, walletId ?? undefined);
    const block = await readLatestBlock(engine);
    const state = await readStateFor(engine, walletId, block);
    const isOld = block < leastBlock;
    if (state === 'complete' && !isOld) {
      doubts.get(engine)?.delete(walletId);
      return block;
    }
    if (Date.now() > deadline) return null;
    if (!isOld && (await isSoForLong(engine, walletId, state))) {
      doubts.delete(engine);
      await (state === 'behind' ? engine.rewind() : engine.rescan());
    }
    await sleep(LOOK_EVERY_MS);
  }
}

async function readStateFor(
  engine: RunningEngine,
  walletId: string | null,
  block: bigint,
): Promise<ScanState> {
  const state = await readScanState(engine, block);
  if (state !== 'complete' || walletId === null) return state;
  return (await knowsSpent(engine, walletId, block)) ? 'complete' : 'wrong';
}

async function isSoForLong(
  engine: RunningEngine,
  walletId: string | null,
  state: ScanState,
): Promise<boolean> {
  const byWallet = doubts.get(engine) ?? new Map<string | null, Doubt>();
  doubts.set(engine, byWallet);
  const noteCount = state === 'behind' ? await countNotes(engine) : null;
  const before = byWallet.get(walletId);
  const isSame = before?.state === state && before.noteCount === noteCount;
  const since = isSame ? before.since : Date.now();
  byWallet.set(walletId, { state, noteCount, since });
  return Date.now() - since >= engine.doubtForMs;
}
