import type { Token, TokenId } from '#domain/token/token';
import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { PriceFeed } from '../ports/price-feed.ts';
import type { Prices } from '../ports/prices.ts';

export interface PollPricesPorts {
  readonly tokens: readonly Token[];
  readonly feed: PriceFeed;
  readonly prices: Prices;
  readonly clock: Clock;
  /** Called when prices could not be read or stored; the next run tries again. */
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 60_000;
/** How often a process checks whether it may run. */
const LOOK_MS = EVERY_MS / 4;
/** A day that has been known for less than this long is filled from the feed's own records. */
const SHORT_PAST_MS = 23 * 60 * 60 * 1_000;

/**
 * Requests prices from the feed once a minute for all tokens of all users, in one process of however many run it.
 * @returns the job, not started.
 */
export function createPollPrices(ports: PollPricesPorts): Job {
  const filled = new Set<TokenId>();
  return createJob({
    ...ports,
    run: () => pollPrices(ports, filled),
    everyMs: LOOK_MS,
    afterErrorMs: LOOK_MS,
    errorMessage: 'The prices could not be read or stored.',
  });
}

/** One run: nothing when another process took it; else new prices, and the past of tokens not in `filled`. */
export async function pollPrices(ports: PollPricesPorts, filled: Set<TokenId>): Promise<void> {
  const now = ports.clock.now();
  if (!(await ports.prices.claimRun(now, EVERY_MS))) return;
  await ports.prices.save(await ports.feed.prices(ports.tokens), now);
  await fillPast(ports, filled, now);
}

/** Tried once for each token in the life of a process, so that a feed without it does not get requests permanently. */
async function fillPast(
  { prices, feed, tokens }: PollPricesPorts,
  filled: Set<TokenId>,
  now: Date,
): Promise<void> {
  const untried = tokens.filter(({ id }) => !filled.has(id));
  if (untried.length === 0) return;
  const oldest = await prices.oldestSamples();
  for (const token of untried) {
    filled.add(token.id);
    const pastMs = now.getTime() - (oldest.get(token.id) ?? now).getTime();
    if (pastMs < SHORT_PAST_MS) await prices.addSamples(token.id, await feed.samples(token));
  }
}
