import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import { minimumReceived, parseSlippage, slippageForMinimum } from '#domain/swap/slippage';
import { advanceSwap } from '#domain/swap/swap';
import type { BodyOf, ResponseOf } from '#wire/contract';
import { sentenceByCode } from '#wire/errors';
import type { swap } from '#wire/exchange/swap';
import type { PaymentGate } from '../../application/admit-payment.ts';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { ExchangeAggregator } from '../../ports/exchange-aggregator.ts';
import type { OfferedRoute, StoredSwap, Swaps } from '../../ports/swaps.ts';
import { sentenceOf } from './listing/exchange-sentence.ts';
import { swapView } from './listing/swap-view.ts';
import { drawRoute, type ExchangeTokenList, type TokenListing } from './listing/token-list.ts';
import { whenReachable } from './listing/when-reachable.ts';
import { gasMissingElsewhere } from './steps/gas-elsewhere.ts';
import { createSignStep, type SignStep, type SignStepPorts } from './steps/sign-step.ts';
import { OFFER_LASTS_MS } from './swap-routes.ts';

export interface SwapPorts extends Omit<SignStepPorts, 'swaps' | 'exchange'> {
  readonly cache: ExchangeTokenList;
  readonly gate: Pick<PaymentGate, 'refuseFrozen'>;
  readonly exchange: Pick<ExchangeAggregator, 'confirm' | 'createTransaction'>;
  readonly swaps: Pick<Swaps, 'findByKey' | 'findOffer' | 'insert' | 'find' | 'record'>;
}

type Reply = ResponseOf<typeof swap> | Refusal;

/**
 * Swaps along a route that was offered to this user within the last minute. The swap is stored before its first step
 * is signed; that step is signed before the response is sent.
 */
export function createSwap(ports: SwapPorts): Handler<typeof swap> {
  const signStep = createSignStep(ports);
  return ({ body, session, idempotencyKey }) =>
    whenReachable(async () => {
      const fingerprint = `swap ${body.requestId} ${body.slippage}`;
      const earlier = await ports.swaps.findByKey(session.userId, idempotencyKey);
      if (earlier !== null) {
        return earlier.fingerprint === fingerprint
          ? { data: swapView(earlier.swap) }
          : refuse('idempotency-key-reused');
      }
      const frozen = await ports.gate.refuseFrozen(session.userId);
      if (frozen !== null) return frozen;
      const listing = await ports.cache.listing();
      const confirmed = await confirm(ports, listing, { body, session });
      if ('refused' in confirmed) return confirmed;
      if (!(await ports.swaps.insert(confirmed, { idempotencyKey, fingerprint }))) {
        return refuse('idempotency-key-reused');
      }
      return signFirst(ports, signStep, { listing, stored: confirmed, session });
    });
}

async function confirm(
  ports: SwapPorts,
  listing: TokenListing,
  { body, session }: { readonly body: BodyOf<typeof swap>; readonly session: CallSession },
): Promise<StoredSwap | Refusal> {
  const agreedBps = parseSlippage(body.slippage);
  if (agreedBps === null) return refuse('slippage-not-valid');
  const offer = await ports.swaps.findOffer(session.userId, body.requestId);
  const now = ports.clock.now();
  if (offer === null || now.getTime() - offer.offeredAt.getTime() > OFFER_LASTS_MS) {
    return refuse('route-expired');
  }
  if (!isAsOffered(offer, body)) return refuse('route-changed');
  const missing = await gasMissingElsewhere(ports, listing, offer);
  if (missing !== null) return refuse('not-enough-for-fee', { sentence: missing });
  const blockchains = offer.route.swaps.flatMap(({ from, to }) => [from.blockchain, to.blockchain]);
  const wallets = Object.fromEntries(blockchains.map((name) => [name, offer.account]));
  const response = await ports.exchange.confirm(offer.requestId, wallets);
  if (!response.ok) return refuse('exchange-refused', { sentence: sentenceOf(response.reason) });
  const route = drawRoute(listing, { ...offer.route, ...response.route });
  if (!isSamePath(offer, route)) return refuse('rate-changed');
  const kept = keepPromise(offer, route, agreedBps);
  if (kept === null) return refuse('rate-changed');
  return {
    requestId: offer.requestId,
    userId: session.userId,
    account: offer.account,
    fromTokenId: offer.fromTokenId,
    toTokenId: offer.toTokenId,
    amount: offer.amount,
    ...kept,
    route,
    steps: route.swaps.map((_, index) =>
      index === 0 ? { state: 'to-sign', since: now } : { state: 'to-come' },
    ),
    status: 'pending',
    error: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The browser's copy of the route is not trusted, but a user who was shown a different one gets no swap. */
function isAsOffered({ route }: OfferedRoute, shown: BodyOf<typeof swap>): boolean {
  const { outputAmount = route.outputAmount, swaps = route.swaps } = shown;
  const shownFieldsOf = ({ swapperId, from, to, fromAmount, toAmount }: (typeof swaps)[number]) => [
    swapperId,
    ...[from, to].flatMap(({ blockchain, address, symbol }) => [blockchain, address, symbol]),
    fromAmount,
    toAmount,
  ];
  const isSame =
    JSON.stringify(swaps.map(shownFieldsOf)) === JSON.stringify(route.swaps.map(shownFieldsOf));
  return isSame && outputAmount === route.outputAmount;
}

/** The confirmed route must take the same path as the offered one, and must still be possible. */
function isSamePath(offer: OfferedRoute, { swaps, resultType }: StoredSwap['route']): boolean {
  const pathOf = (hops: StoredSwap['route']['swaps']) =>
    JSON.stringify(
      hops.map(({ swapperId, from, to }) => [
        swapperId,
        from.blockchain,
        from.address,
        to.blockchain,
        to.address,
      ]),
    );
  const isMakeable = resultType === 'OK' || resultType === offer.route.resultType;
  return isMakeable && pathOf(offer.route.swaps) === pathOf(swaps);
}

/** The promised minimum stays, however the rate has moved since; null when it cannot be kept. */
function keepPromise(
  offer: OfferedRoute,
  route: StoredSwap['route'],
  agreedBps: number,
): Pick<StoredSwap, 'minimumReceived' | 'slippageBps'> | null {
  const decimals = route.swaps.at(-1)?.to.decimals ?? 0;
  const offered = displayToBaseUnits(offer.route.outputAmount, decimals);
  const present = displayToBaseUnits(route.outputAmount, decimals);
  if (!offered.ok || !present.ok) return null;
  const minimum = minimumReceived(offered.units, agreedBps);
  const slippageBps = slippageForMinimum(present.units, minimum, agreedBps);
  return slippageBps === null ? null : { minimumReceived: minimum, slippageBps };
}

/** A swap whose first step cannot be signed has moved nothing, and ends with the reason. */
async function signFirst(
  ports: SwapPorts,
  signStep: SignStep,
  {
    listing,
    stored,
    session,
  }: {
    readonly listing: TokenListing;
    readonly stored: StoredSwap;
    readonly session: CallSession;
  },
): Promise<Reply> {
  const claim = await ports.swaps.find(session.userId, stored.requestId);
  if (claim === null) throw new Error(`Swap ${stored.requestId} was stored but not found.`);
  const signed = await whenReachable(() => signStep({ listing, claim, number: 1, session }));
  if (!('refused' in signed)) return { data: swapView(signed) };
  const at = ports.clock.now();
  const error = signed.sentence ?? sentenceByCode[signed.refused];
  const ended = advanceSwap(claim.swap, { type: 'step-failed', error, output: null, at });
  await ports.swaps.record(claim, ended, at);
  return signed;
}
