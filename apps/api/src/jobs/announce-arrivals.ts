import type { BaseUnits } from '#domain/amount/base-units';
import { toBaseUnits } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import { USD_DECIMALS, usdToBaseUnits } from '#domain/price/value-in-usd';
import type { TokenId } from '#domain/token/token';
import { amountTextOf } from '../application/amount-text.ts';
import { createJob, type Job, type JobError } from '../application/job.ts';
import type { ArrivalContent, Arrivals } from '../ports/arrivals.ts';
import type { Clock } from '../ports/clock.ts';
import type { Prices } from '../ports/prices.ts';

export interface AnnounceArrivalsPorts {
  readonly arrivals: Arrivals;
  readonly prices: Pick<Prices, 'all'>;
  readonly networks: readonly Network[];
  /** Of the web app, for the link; null when it is not known. */
  readonly origin: string | null;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 1_000;
const AFTER_ERROR_MS = 5_000;
/** Ten cents. What is worth less is dust, which strangers send to be noticed. */
const LEAST_USD = 10n ** BigInt(USD_DECIMALS) / 10n;
const ONE_UNIT = toBaseUnits(1n);

/** Notifies users of public payments that became final. @returns the job, not started */
export function createAnnounceArrivals(ports: AnnounceArrivalsPorts): Job {
  return createJob({
    ...ports,
    run: () => announceArrivals(ports),
    everyMs: EVERY_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: 'Payments that arrived could not be announced.',
  });
}

/** Notifies of everything that became final since the last time. */
export async function announceArrivals(ports: AnnounceArrivalsPorts): Promise<void> {
  const { arrivals, clock, networks, origin } = ports;
  const contentOf = arrivalContentOf(networks, origin);
  const least = await leastUnits(ports);
  while (await arrivals.announceNext(clock.now(), least, contentOf)) {
    // Until there is nothing more.
  }
}

/** By listed token, the least that is no dust; anything where no price is known. */
async function leastUnits({
  prices,
  networks,
  clock,
}: AnnounceArrivalsPorts): Promise<ReadonlyMap<TokenId, BaseUnits>> {
  const known = await prices.all(clock.now());
  const tokens = networks.flatMap((network) => network.tokens);
  return new Map(
    tokens.map(({ id, decimals }) => {
      const usd = known.get(id)?.price.usd;
      const least = usd === undefined ? null : usdToBaseUnits(LEAST_USD, decimals, usd);
      return [id, least ?? ONE_UNIT];
    }),
  );
}

/** @returns what arrived: public amounts with their tokens, one to a line */
export function arrivalContentOf(
  networks: readonly Network[],
  origin: string | null,
): ArrivalContent {
  return ({ units }) => {
    const amounts = [...units].flatMap(([tokenId, each]) => {
      const shown = amountTextOf(networks, tokenId);
      return shown === null ? [] : [shown(each)];
    });
    return {
      ...(amounts.length > 0 && { what: amounts.join('\n') }),
      ...(origin !== null && { link: `${origin}/dashboard/inbox` }),
    };
  };
}
