import { randomUUID } from 'node:crypto';
import { isAddress } from 'viem';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import { readBalance } from './balances.ts';
import { assetOf, type DescribedRoute, describeRoute } from './describe-route.ts';
import { ERROR_CODES, type Exchange, findAsset, type Reply, refusal, reply } from './exchange.ts';
import type { ListedAsset } from './exchange-chains.ts';
import { planAgain, planRoutes } from './plan-routes.ts';
import type { ExchangeRequest } from './request-store.ts';

const OFFER_LASTS_MS = 60_000;

/** Handles `POST /routing/bests`: returns every route, largest output first. */
export async function serveBests(exchange: Exchange, body: Body): Promise<Reply> {
  const [from, to] = [findAsset(exchange, body.from), findAsset(exchange, body.to)];
  if (from === null || to === null) return refusal(ERROR_CODES.tokenNotFound, 'Token not found');
  const amount = displayToBaseUnits(String(body.amount), from.decimals);
  if (!amount.ok) return refusal(ERROR_CODES.badRequest, 'The amount is not valid');
  const chains = chainsOf(exchange, from, to);
  const routes = await planRoutes(chains, { from, to, amountIn: amount.units });
  const results = await Promise.all(
    routes.map(async (route) => {
      const described = await describeRoute(randomUUID(), route, exchange.chains);
      const { requestId, resultType } = described;
      const offeredAt = Date.now();
      exchange.requests.offer({ requestId, route, offeredAt, resultType, wallets: null, sent: [] });
      return described;
    }),
  );
  return reply({
    from: assetOf(from),
    to: assetOf(to),
    requestAmount: String(body.amount),
    routeId: randomUUID(),
    results: tag(results),
    diagnosisMessages: results.length > 0 ? [] : ['There is no path between these tokens.'],
    error: null,
    errorCode: null,
    traceId: null,
  });
}

/** Handles `POST /routing/best`: returns the first route of `serveBests`. */
export async function serveBest(exchange: Exchange, body: Body): Promise<Reply> {
  const all = await serveBests(exchange, body);
  if (all.status !== 200) return all;
  const { results, ...rest } = all.body as { results: DescribedRoute[] };
  const [best] = results;
  const validationStatus = null;
  return reply({
    ...rest,
    requestId: best?.requestId ?? randomUUID(),
    result: best ?? null,
    validationStatus,
  });
}

/** Handles `POST /routing/confirm`: returns the route at current prices, bound to the given wallets. */
export async function serveConfirm(exchange: Exchange, body: Body): Promise<Reply> {
  const request = exchange.requests.find(String(body.requestId));
  if (request === null) return refusedConfirm('Request not found, or its quote has expired');
  if (request.wallets === null && Date.now() - request.offeredAt > OFFER_LASTS_MS) {
    return refusedConfirm('The quote has expired');
  }
  const wallets = readWallets(body.selectedWallets, request);
  if (wallets === null) return refusedConfirm('A wallet address is missing or not valid');
  const [first, last] = endsOf(request);
  const route =
    request.wallets === null
      ? await planAgain(chainsOf(exchange, first.from, last.to), request.route)
      : request.route;
  if (route === null) return refusedConfirm('The route is no longer available');
  const result = await describeRoute(request.requestId, route, exchange.chains);
  const { resultType } = result;
  await exchange.requests.keep({ ...request, route, resultType, wallets });
  return reply({
    ok: true,
    result: {
      requestId: request.requestId,
      requestAmount: baseUnitsToDisplay(first.amountIn, first.from.decimals),
      from: assetOf(first.from),
      to: assetOf(last.to),
      result: { outputAmount: result.outputAmount, resultType, swaps: result.swaps },
      validationStatus: [
        await validate(exchange, { asset: first.from, needed: first.amountIn }, wallets),
      ],
      diagnosisMessages: [],
      missingBlockchains: [],
      walletNotSupportingFromBlockchain: false,
    },
    error: null,
    errorCode: null,
    traceId: null,
  });
}

type Body = Readonly<Record<string, unknown>>;

function chainsOf({ chains }: Exchange, from: ListedAsset, to: ListedAsset) {
  const [source, target] = [chains.get(from.blockchain), chains.get(to.blockchain)];
  if (!source || !target) throw new Error('A listed asset is on a listed chain.');
  return [source, target] as const;
}

function endsOf({ route }: ExchangeRequest) {
  const [first, last] = [route.steps[0], route.steps.at(-1)];
  if (!first || !last) throw new Error('A route has steps.');
  return [first, last] as const;
}

function refusedConfirm(error: string): Reply {
  return reply({
    ok: false,
    result: null,
    error,
    errorCode: String(ERROR_CODES.badRequest),
    traceId: 1,
  });
}

function readWallets(named: unknown, { route }: ExchangeRequest): Record<string, string> | null {
  const given = new Map(Object.entries((named ?? {}) as object));
  const needed = new Set(route.steps.flatMap(({ from, to }) => [from.blockchain, to.blockchain]));
  const wallets = [...needed].map(
    (blockchain) => [blockchain, String(given.get(blockchain))] as const,
  );
  return wallets.every(([, address]) => isAddress(address)) ? Object.fromEntries(wallets) : null;
}

async function validate(
  { chains }: Exchange,
  { asset, needed }: { readonly asset: ListedAsset; readonly needed: bigint },
  wallets: Readonly<Record<string, string>>,
): Promise<object> {
  const address = wallets[asset.blockchain];
  const chain = chains.get(asset.blockchain);
  if (!chain || address === undefined || !isAddress(address)) throw new Error('Checked before.');
  const current = await readBalance(chain, asset, address);
  const { decimals } = asset;
  return {
    blockchain: asset.blockchain,
    wallets: [
      {
        address,
        addressIsValid: true,
        validResult: true,
        requiredAssets: [
          {
            asset: assetOf(asset),
            requiredAmount: { amount: needed.toString(), decimals },
            currentAmount: { amount: current.toString(), decimals },
            ok: current >= needed,
            reason: 'INPUT_ASSET',
          },
        ],
      },
    ],
  };
}

/** Tags what each route is best at, and sorts by output, largest first. */
function tag(routes: readonly DescribedRoute[]): DescribedRoute[] {
  const sorted = routes.toSorted((a, b) => Number(b.outputAmount) - Number(a.outputAmount));
  const give = (route: DescribedRoute | undefined, label: string, value: string) => {
    if (sorted.length > 1) route?.tags.push({ label, value });
  };
  give(sorted[0], 'Recommended', 'RECOMMENDED');
  give(least(sorted, secondsOf), 'Fastest', 'FASTEST');
  give(least(sorted, feeUsdOf), 'Lowest Fee', 'LOWEST_FEE');
  for (const route of sorted) {
    if (route.resultType.startsWith('HIGH_IMPACT')) {
      route.tags.push({ label: 'High Impact', value: 'HIGH_IMPACT' });
    }
  }
  return sorted;
}

function least(routes: readonly DescribedRoute[], measure: (route: DescribedRoute) => number) {
  return routes.toSorted((a, b) => measure(a) - measure(b))[0];
}

function secondsOf({ swaps }: DescribedRoute): number {
  return swaps.reduce((sum, { estimatedTimeInSeconds }) => sum + estimatedTimeInSeconds, 0);
}

function feeUsdOf({ swaps }: DescribedRoute): number {
  const fees = swaps.flatMap(({ fee }) => fee);
  return fees.reduce((sum, { amount, price }) => sum + Number(amount) * (price ?? 0), 0);
}
