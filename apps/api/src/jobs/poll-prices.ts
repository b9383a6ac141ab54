import {
  type CurrencyRate,
  type KnownRate,
  nextRate,
  type RatedCurrency,
} from '#domain/price/currency-rate';
import type { Token, TokenId } from '#domain/token/token';
import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { WritableCurrencyRates } from '../ports/currency-rates.ts';
import type { PriceFeed } from '../ports/price-feed.ts';
import type { Prices } from '../ports/prices.ts';

export interface PollPricesPorts {
  readonly tokens: readonly Token[];
  readonly feed: PriceFeed;
  readonly prices: Prices;
  readonly rates: WritableCurrencyRates;
  readonly clock: Clock;
  /** Called when prices could not be read or stored, and the next run tries again; and when a rate is held back. */
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
  const { prices, rates } = await ports.feed.read(ports.tokens);
  // First, because the notification of new prices has every process read both.
  await saveRates(ports, rates, now);
  await ports.prices.save(prices, now);
  await fillPast(ports, filled, now);
}

async function saveRates(
  ports: Pick<PollPricesPorts, 'rates' | 'report'>,
  read: ReadonlyMap<RatedCurrency, CurrencyRate>,
  now: Date,
): Promise<void> {
  if (read.size === 0) return;
  const known = await ports.rates.all();
  const next = new Map<RatedCurrency, KnownRate>();
  for (const [currency, rate] of read) {
    const before = known.get(currency) ?? null;
    const after = nextRate(before, rate, now);
    next.set(currency, after);
    if (after.held !== null && after.held !== before?.held) reportHeld(ports, currency, rate);
  }
  await ports.rates.save(next);
}

function reportHeld(
  { report }: Pick<PollPricesPorts, 'report'>,
  currency: RatedCurrency,
  { perUsd }: CurrencyRate,
): void {
  const cause = new Error(`It is ${perUsd} for one US dollar now.`);
  report({ message: `The rate of ${currency} changed by more than 20%. It is held back.`, cause });
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
