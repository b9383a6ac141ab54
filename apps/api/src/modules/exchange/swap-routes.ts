import type { PublicAddress } from '#domain/address/address';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import { DEFAULT_SLIPPAGE_BPS, parseSlippage, slippagePercent } from '#domain/swap/slippage';
import type { BodyOf } from '#wire/contract';
import { sentenceByCode } from '#wire/errors';
import type { SwapRoute } from '#wire/exchange/route';
import type { swapRoutes } from '#wire/exchange/swap-routes';
import { type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ExchangeAggregator } from '../../ports/exchange-aggregator.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import type { Swaps } from '../../ports/swaps.ts';
import { sentenceOf } from './listing/exchange-sentence.ts';
import { leastAmount } from './listing/least-amount.ts';
import {
  drawRoute,
  type ExchangeTokenList,
  findListedToken,
  type TokenListing,
} from './listing/token-list.ts';
import { whenReachable } from './listing/when-reachable.ts';
import { type GasElsewherePorts, gasMissingElsewhere } from './steps/gas-elsewhere.ts';

export interface SwapRoutesPorts extends GasElsewherePorts {
  readonly cache: ExchangeTokenList;
  readonly exchange: Pick<ExchangeAggregator, 'findRoutes'>;
  readonly swaps: Pick<Swaps, 'offer'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A route is valid for this long after it was found. */
export const OFFER_LASTS_MS = 60_000;

/** Finds routes and stores each for its user, so that what is executed never comes from a browser. */
export function createSwapRoutes(ports: SwapRoutesPorts): Handler<typeof swapRoutes> {
  return ({ body, session }) =>
    whenReachable(async () => {
      const listing = await ports.cache.listing();
      const request = parseRouteRequest(listing, body);
      if ('refused' in request) return request;
      const { from, to, amount, slippageBps } = request;
      const offeredAt = ports.clock.now();
      const found = await ports.exchange.findRoutes({
        from: sideOf(from.view),
        to: sideOf(to.view),
        amount: body.amount,
        slippage: slippagePercent(slippageBps),
      });
      if (!found.ok) return refuse('exchange-refused', { sentence: sentenceOf(found.reason) });
      const account = session.publicAddress as PublicAddress;
      const makeable = found.routes.filter((route) => canBeMade(listing, route, body));
      const { payable, missing } = await keepPayable(ports, listing, { routes: makeable, account });
      const routes = payable.map((route) => drawRoute(listing, route));
      await ports.swaps.offer(
        routes.map((route) => ({
          requestId: route.requestId,
          userId: session.userId,
          account,
          fromTokenId: from.token.id,
          toTokenId: to.token.id,
          amount,
          route,
          offeredAt,
        })),
      );
      return {
        results: routes,
        diagnosis: routes.length > 0 ? null : (missing ?? found.diagnosis),
        expiresAt: new Date(offeredAt.getTime() + OFFER_LASTS_MS).toISOString(),
        minimumAmount: leastAmount(found.routes, from.token.decimals),
      };
    });
}

type Body = BodyOf<typeof swapRoutes>;

function parseRouteRequest(listing: TokenListing, body: Body) {
  for (const { blockchain } of [body.from, body.to]) {
    if (!listing.tokens.has(blockchain)) return refuse('unknown-blockchain');
  }
  const [from, to] = [findListedToken(listing, body.from), findListedToken(listing, body.to)];
  if (from === null || to === null) return refuse('unknown-token');
  if (from === to) return refuse('same-token');
  const amount = displayToBaseUnits(body.amount, from.token.decimals);
  if (!amount.ok) return refuseAmount();
  if (amount.units === 0n) return refuse('amount-zero');
  const slippageBps = parseSlippage(body.slippage ?? slippagePercent(DEFAULT_SLIPPAGE_BPS));
  if (slippageBps === null) return refuse('slippage-not-valid');
  return { from, to, amount: amount.units, slippageBps };
}

function refuseAmount(): Refusal {
  return refuse('amount-not-valid', { sentence: 'Please enter a valid amount' });
}

function sideOf({ blockchain, address, symbol }: Body['from']): Body['from'] {
  return { blockchain, address, symbol };
}

/** A route leads from the sold token to the bought one; each step starts with the previous output, all of it listed. */
function canBeMade(
  listing: TokenListing,
  { resultType, swaps }: SwapRoute,
  { from, to }: Body,
): boolean {
  if (resultType !== 'OK' && resultType !== 'HIGH_IMPACT') return false;
  const starts = swaps.map((hop) => findListedToken(listing, hop.from));
  const ends = swaps.map((hop) => findListedToken(listing, hop.to));
  const inputs = [findListedToken(listing, from), ...ends.slice(0, -1)];
  return (
    swaps.length > 0 &&
    starts.every((start, index) => start !== null && start === inputs[index]) &&
    ends.at(-1) === findListedToken(listing, to)
  );
}

/** Leaves out the routes whose steps on other chains the wallet cannot pay for, or whose chain does not respond. */
async function keepPayable(
  ports: GasElsewherePorts,
  listing: TokenListing,
  { routes, account }: { readonly routes: readonly SwapRoute[]; readonly account: PublicAddress },
) {
  const judged = await Promise.all(
    routes.map(async (route) => ({
      route,
      missing: await gasMissingElsewhere(ports, listing, { route, account }).catch((cause) => {
        if (cause instanceof ChainUnavailable) return sentenceByCode['chain-unavailable'];
        throw cause;
      }),
    })),
  );
  return {
    payable: judged.flatMap(({ route, missing }) => (missing === null ? [route] : [])),
    missing: judged.find(({ missing }) => missing !== null)?.missing ?? null,
  };
}
