import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { type ExchangeChain, type ListedAsset, nativeOf } from './exchange-chains.ts';
import { BRIDGE_LIMITS, type PlannedRoute, type PlannedStep } from './plan-routes.ts';
import { venues } from './venues.ts';

/** A loss above the first share of the value is a high impact; a route above the second is not executed. */
const HIGH_IMPACT = 0.18;
const TOO_HIGH_IMPACT = 0.6;

/** The gas cost and the duration of a step, as the real service estimates both. */
const GAS = { trade: 260_000n, bridge: 190_000n, approve: 60_000n } as const;
const SECONDS = {
  trade: { min: 3, avg: 6, max: 20 },
  bridge: { min: 8, avg: 15, max: 60 },
  express: { min: 5, avg: 9, max: 40 },
} as const;

type ChainByName = ReadonlyMap<string, ExchangeChain>;

/** A route as returned by `POST /routing/bests`. */
export interface DescribedRoute {
  readonly requestId: string;
  readonly outputAmount: string;
  readonly resultType: string;
  readonly swaps: readonly DescribedStep[];
  readonly tags: { readonly label: string; readonly value: string }[];
  readonly [more: string]: unknown;
}

export interface DescribedStep {
  readonly fee: readonly { readonly amount: string; readonly price: number | null }[];
  readonly estimatedTimeInSeconds: number;
  readonly [more: string]: unknown;
}

/** @returns the asset in the format of requests and fees. */
export function assetOf({ blockchain, address, symbol }: ListedAsset): object {
  return { blockchain, address, symbol };
}

/** @returns the route in Rango's format. */
export async function describeRoute(
  requestId: string,
  route: PlannedRoute,
  chains: ChainByName,
): Promise<DescribedRoute> {
  const [first, last] = [route.steps[0], route.steps.at(-1)];
  if (!first || !last) throw new Error('A route has steps.');
  return {
    requestId,
    outputAmount: baseUnitsToDisplay(last.amountOut, last.to.decimals),
    resultType: await judge(route, first, last),
    swaps: await Promise.all(route.steps.map((step) => describeStep(step, chains))),
    scores: [],
    tags: [],
    missingBlockchains: [],
    walletNotSupportingFromBlockchain: false,
  };
}

async function judge(
  { isWithinLimits }: PlannedRoute,
  first: PlannedStep,
  last: PlannedStep,
): Promise<string> {
  if (!isWithinLimits) return 'INPUT_LIMIT_ISSUE';
  const [paid, received] = await Promise.all([
    worth(first.from, first.amountIn),
    worth(last.to, last.amountOut),
  ]);
  const lost = 1 - received / paid;
  if (lost > TOO_HIGH_IMPACT) return 'HIGH_IMPACT_FOR_CREATE_TX';
  return lost > HIGH_IMPACT ? 'HIGH_IMPACT' : 'OK';
}

async function worth(asset: ListedAsset, units: bigint): Promise<number> {
  return Number.parseFloat(baseUnitsToDisplay(units, asset.decimals)) * (await asset.priceUsd());
}

async function describeStep(step: PlannedStep, chains: ChainByName): Promise<DescribedStep> {
  const { kind, from, to, venue, isExpress } = step;
  const isBridge = kind === 'bridge';
  const timeStat = SECONDS[isBridge ? (isExpress ? 'express' : 'bridge') : 'trade'];
  const limit = (units: bigint) => (isBridge ? baseUnitsToDisplay(units, from.decimals) : null);
  return {
    swapperId: swapperIdOf(step),
    swapperLogo: `/marks/swapper-${isBridge ? 'bridge' : venue}.svg`,
    swapperType: isBridge ? 'BRIDGE' : 'DEX',
    swapChainType: isBridge ? 'INTER_CHAIN' : 'INTRA_CHAIN',
    from: await describeAsset(from, chains),
    to: await describeAsset(to, chains),
    fromAmount: baseUnitsToDisplay(step.amountIn, from.decimals),
    toAmount: baseUnitsToDisplay(step.amountOut, to.decimals),
    fromAmountPrecision: null,
    fromAmountMinValue: limit(BRIDGE_LIMITS.min),
    fromAmountMaxValue: limit(BRIDGE_LIMITS.max),
    fromAmountRestrictionType: 'INCLUSIVE',
    routes: null,
    internalSwaps: isBridge ? await describeInside(step, chains) : null,
    fee: await describeFees(step, chains),
    estimatedTimeInSeconds: timeStat.avg,
    timeStat,
    includesDestinationTx: isBridge,
    maxRequiredSign: from.address === null ? 1 : 2,
    recommendedSlippage: null,
    warnings: [],
  };
}

/** The trade at the bridge's other end, if there is one. */
async function describeInside(
  { to, amountIn, amountOut, bridgeFee, venue }: PlannedStep,
  chains: ChainByName,
): Promise<object[] | null> {
  const arriving = chains.get(to.blockchain)?.assets.find(({ symbol }) => symbol === 'USDC');
  if (!arriving || arriving === to) return null;
  const amount = amountIn - bridgeFee;
  const trade = { kind: 'trade', from: arriving, to, amountIn: amount, amountOut, venue } as const;
  const inner = await describeStep({ ...trade, isExpress: false, bridgeFee: 0n }, chains);
  return [{ ...inner, fee: [], from: await describeAsset(arriving, chains) }];
}

function swapperIdOf({ kind, venue, isExpress }: PlannedStep): string {
  if (kind === 'trade') return venues[venue].swapperId;
  return isExpress ? 'EscrowExpress' : 'EscrowBridge';
}

async function describeAsset(asset: ListedAsset, chains: ChainByName): Promise<object> {
  const slug = chains.get(asset.blockchain)?.network.slug;
  return {
    ...assetOf(asset),
    logo: asset.image,
    blockchainLogo: `/marks/chain-${slug}.svg`,
    decimals: asset.decimals,
    usdPrice: await asset.priceUsd(),
  };
}

async function describeFees(step: PlannedStep, chains: ChainByName): Promise<DescribedStep['fee']> {
  const chain = chains.get(step.from.blockchain);
  if (!chain) throw new Error(`There is no chain ${step.from.blockchain}.`);
  const native = nativeOf(chain);
  const gasPrice = await chain.client.getGasPrice();
  const gasLimit = GAS[step.kind] + (step.from.address === null ? 0n : GAS.approve);
  const networkFee = {
    name: 'Network Fee',
    expenseType: 'FROM_SOURCE_WALLET',
    asset: assetOf(native),
    amount: baseUnitsToDisplay(gasLimit * gasPrice, native.decimals),
    price: await native.priceUsd(),
    meta: { type: 'EvmNetworkFeeMeta', gasLimit: String(gasLimit), gasPrice: String(gasPrice) },
  };
  if (step.bridgeFee === 0n) return [networkFee];
  const bridgeFee = {
    name: 'Swapper Fee',
    expenseType: 'DECREASE_FROM_OUTPUT',
    asset: assetOf(step.from),
    amount: baseUnitsToDisplay(step.bridgeFee, step.from.decimals),
    price: await step.from.priceUsd(),
    meta: null,
  };
  return [networkFee, bridgeFee];
}
