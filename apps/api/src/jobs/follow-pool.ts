import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { PoolEvents, PoolHistory } from '../ports/pool-history.ts';
import type { PublicChain } from '../ports/public-chain.ts';

export interface FollowPoolPorts {
  readonly events: PoolEvents;
  readonly chain: Pick<PublicChain, 'heads'>;
  readonly history: Pick<PoolHistory, 'claimRun' | 'save'>;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 3_000;
const AFTER_ERROR_MS = 10_000;
/** Blocks that are requested together, and how many requests one run makes while there is much to catch up with. */
const BLOCKS_AT_ONCE = 2_000n;
const READS_A_RUN = 50;

/**
 * Keeps the public history of a pool, in one process of however many run it: it sends requests with each new block,
 * whether or not anyone uses the pool, and never about a user.
 * @returns the job, not started.
 */
export function createFollowPool(ports: FollowPoolPorts): Job {
  const look = createLook(ports);
  return createJob({
    ...ports,
    run: look,
    everyMs: EVERY_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: 'The public history of the private pool could not be read or stored.',
  });
}

/** @returns one run: nothing when another process took it or no block is new; else the blocks that may have changed. */
export function createLook(ports: FollowPoolPorts): () => Promise<void> {
  let lastHead: string | null = null;
  return async () => {
    const { events, chain, history, clock } = ports;
    const claim = await history.claimRun(events.chainId, clock.now(), EVERY_MS);
    if (claim === 'taken') return;
    const { latest, finalized } = await chain.heads();
    if (latest.hash === lastHead) return;
    const isHeadRead = await readOn(ports, {
      from: firstToRead(claim.finalTo, finalized.number, events.firstBlock),
      latest: latest.number,
      finalized: finalized.number,
    });
    if (isHeadRead) lastHead = latest.hash;
  };
}

/** Blocks that can still be undone are read repeatedly; so are those that the chain says again can be. */
function firstToRead(finalTo: bigint | null, finalized: bigint, firstBlock: bigint): bigint {
  if (finalTo === null) return firstBlock;
  const known = finalTo < finalized ? finalTo : finalized;
  return known + 1n > firstBlock ? known + 1n : firstBlock;
}

/** @returns whether the head of the chain was reached. */
async function readOn(
  { events, history }: FollowPoolPorts,
  range: { readonly from: bigint; readonly latest: bigint; readonly finalized: bigint },
): Promise<boolean> {
  const { latest, finalized } = range;
  let { from } = range;
  for (let reads = 0; reads < READS_A_RUN && from <= latest; reads += 1) {
    const end = from + BLOCKS_AT_ONCE - 1n;
    const to = end < latest ? end : latest;
    const movements = await events.read({ from, to });
    const finalTo = to < finalized ? to : finalized;
    await history.save(events.chainId, { from, to, finalTo, isHead: to === latest, movements });
    from = to + 1n;
  }
  return from > latest;
}
