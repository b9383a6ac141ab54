import { classifyMovements } from '#domain/activity/classify-movements';
import type { TransactionHash } from '#domain/address/address';
import { createJob, type Job, type JobError } from '../application/job.ts';
import type { BlockFeed, BlockRange, FollowedBlock } from '../ports/block-feed.ts';
import type { Clock } from '../ports/clock.ts';
import type { PublicHistory } from '../ports/public-history.ts';

import { createWatchList, type WatchList } from './watch-list.ts';

export interface FollowBlocksPorts {
  readonly feed: BlockFeed;
  readonly history: PublicHistory;
  /** Where a chain that was never followed begins; null for its newest final block. */
  readonly fromBlock: bigint | null;
  /** The addresses of private pools on this chain, lower case. */
  readonly pools: ReadonlySet<string>;
  /** Names this follower among those of other processes. */
  readonly follower: string;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 1_000;
const AFTER_ERROR_MS = 2_000;
/** After this the others may take the chain. A slow one does no harm: what it stores has to fit. */
const LEASE_MS = 5_000;
/** A run that has much to catch up on ends after this, so that it can be stopped and sees new wallets. */
const RUN_MS = 5_000;
const MOST_BLOCKS = 64;
const BLOCKS_LOOKED_BACK = 64;

/** What a follower remembers between its runs. */
export interface FollowerMemory {
  readonly watched: WatchList;
  /** How many blocks are read at the same time: fewer after a node failed, more again when it succeeds. */
  blocksAtOnce: number;
}

/** @returns a follower that knows no address yet */
export function createFollowerMemory(ports: Pick<FollowBlocksPorts, 'history' | 'clock'>) {
  return { watched: createWatchList(ports), blocksAtOnce: MOST_BLOCKS };
}

/**
 * Follows one chain block by block and stores what moved in public balances. Several processes may run it: one of
 * them follows at a time, and a block is stored with its movements or not at all.
 * @returns the job, not started.
 */
export function createFollowBlocks(ports: FollowBlocksPorts): Job {
  const memory = createFollowerMemory(ports);
  const job = createJob({
    ...ports,
    run: () => followBlocks(ports, memory),
    everyMs: EVERY_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: `The blocks of chain ${ports.feed.chainId} could not be followed.`,
  });
  return {
    ...job,
    async stop() {
      await job.stop();
      await ports.history.release(ports.feed.chainId, ports.follower);
    },
  };
}

/** One run: nothing when another follower has the chain; else every new block, or as many as there is time for. */
export async function followBlocks(
  ports: FollowBlocksPorts,
  memory: FollowerMemory,
): Promise<void> {
  const { feed, history, follower, clock } = ports;
  const { chainId } = feed;
  const startedAt = clock.now();
  if (!(await history.claim(chainId, follower, { now: startedAt, leaseMs: LEASE_MS }))) return;
  const heads = await feed.heads();
  // After the head: any address shown before one of these blocks is in the list by now.
  await memory.watched.refresh();
  for (;;) {
    const last = (await history.state(chainId))?.last ?? null;
    if (last !== null && (await undoIfParted(ports, last, heads.latest))) continue;
    const next = last === null ? (ports.fromBlock ?? heads.finalizedNumber) : last.number + 1n;
    if (next > heads.latest.number) {
      const { latest, finalizedNumber } = heads;
      await history.look(chainId, { latestNumber: latest.number, finalizedNumber }, clock.now());
      return;
    }
    if (!(await storeNext(ports, memory, { last, next, heads }))) return;
    if (clock.now().getTime() - startedAt.getTime() > RUN_MS) return;
  }
}

/**
 * Forgets what is no longer on the chain.
 * @returns true when something was forgotten
 */
async function undoIfParted(
  { feed, history, clock }: FollowBlocksPorts,
  last: FollowedBlock,
  latest: { readonly number: bigint; readonly hash: string },
): Promise<boolean> {
  const { chainId } = feed;
  // A node with fewer blocks than were stored is behind, unless its blocks differ.
  const [stored] =
    latest.number >= last.number
      ? [last]
      : await history.recentBlocks(chainId, latest.number + 1n, 1);
  if (stored === undefined || stored.number > latest.number) throw new HistoryDoesNotFit(chainId);
  const present = await feed.block(stored.number);
  if (present === null || present.hash === stored.hash) return false;
  const keep = await findFork(feed, history, stored.number);
  return history.undo(chainId, { last: last.hash, keep }, clock.now());
}

/** The newest stored block below `below` that the chain still has. */
async function findFork(
  feed: BlockFeed,
  history: PublicHistory,
  below: bigint,
): Promise<FollowedBlock> {
  let lowest = below;
  for (;;) {
    const blocks = await history.recentBlocks(feed.chainId, lowest, BLOCKS_LOOKED_BACK);
    for (const block of blocks) {
      const present = await feed.block(block.number);
      if (present?.hash === block.hash) return block;
      lowest = block.number;
    }
    if (blocks.length === 0) throw new HistoryDoesNotFit(feed.chainId);
  }
}

/** @returns false when this run cannot continue: the chain changed while it was read, or another process stored it */
async function storeNext(
  ports: FollowBlocksPorts,
  memory: FollowerMemory,
  place: {
    readonly last: FollowedBlock | null;
    readonly next: bigint;
    readonly heads: Awaited<ReturnType<BlockFeed['heads']>>;
  },
): Promise<boolean> {
  const { feed, history, follower, clock } = ports;
  const { last, next, heads } = place;
  const { chainId } = feed;
  const lease = { now: clock.now(), leaseMs: LEASE_MS };
  if (!(await history.claim(chainId, follower, lease))) return false;
  const range = await readNext(ports, memory, { from: next, latest: heads.latest.number });
  const first = range?.blocks[0];
  if (range === null || first === undefined) return false;
  if (last !== null && first.parentHash !== last.hash) return false;
  const stored = {
    chainId,
    after: last?.hash ?? null,
    blocks: range.blocks,
    movements: await classify(ports, range),
    latestNumber: heads.latest.number,
    finalizedNumber: heads.finalizedNumber,
  };
  return history.append(stored, clock.now());
}

async function readNext(
  { feed }: FollowBlocksPorts,
  memory: FollowerMemory,
  { from, latest }: { readonly from: bigint; readonly latest: bigint },
): Promise<BlockRange | null> {
  const most = from + BigInt(memory.blocksAtOnce) - 1n;
  const to = most < latest ? most : latest;
  try {
    const range = await feed.read({ from, to }, memory.watched.addresses());
    memory.blocksAtOnce = Math.min(MOST_BLOCKS, memory.blocksAtOnce * 2);
    return range;
  } catch (cause) {
    memory.blocksAtOnce = Math.max(1, Math.floor(memory.blocksAtOnce / 2));
    throw cause;
  }
}

async function classify({ feed, history, pools }: FollowBlocksPorts, { movements }: BlockRange) {
  const hashes = new Set<TransactionHash>();
  for (const { transactionHash } of movements) {
    if (transactionHash !== null) hashes.add(transactionHash);
  }
  const operations = await history.operationsOf(feed.chainId, [...hashes]);
  return classifyMovements(movements, { operations, pools });
}

/** None of the recently stored blocks is on the node's chain: it is another chain. */
export class HistoryDoesNotFit extends Error {
  constructor(chainId: number) {
    super(
      `The stored history of chain ${chainId} is of another chain than its nodes have. ` +
        'Check its RPC URLs; if the chain itself was reset, empty the tables of the history.',
    );
    this.name = 'HistoryDoesNotFit';
  }
}
