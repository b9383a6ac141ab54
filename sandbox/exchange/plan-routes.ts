import { type ExchangeChain, type ListedAsset, usdcOf } from './exchange-chains.ts';
import { quoteAt, type VenueName, venues } from './venues.ts';

/** One transaction of a route (with the approval that it may need). */
export interface PlannedStep {
  readonly kind: 'trade' | 'bridge';
  readonly from: ListedAsset;
  readonly to: ListedAsset;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** The venue of a trade, or of the trade at the other end of the bridge. */
  readonly venue: VenueName;
  readonly isExpress: boolean;
  /** The fee of the bridge, base units of USDC; 0 for a trade. */
  readonly bridgeFee: bigint;
}

export interface PlannedRoute {
  readonly steps: readonly PlannedStep[];
  /** Limits of the bridge per transfer. */
  readonly isWithinLimits: boolean;
}

/** Base units of USDC. */
export const BRIDGE_LIMITS = { min: 2_000_000n, max: 400_000_000_000n } as const;

interface Variant {
  readonly venue: VenueName;
  readonly isExpress: boolean;
  /** Who trades the bridged money on the other chain: the bridge itself, or the wallet in a separate step. */
  readonly tradesThere: 'bridge' | 'wallet';
}

const variants: readonly Variant[] = [
  { venue: 'v3', isExpress: false, tradesThere: 'bridge' },
  { venue: 'v2', isExpress: false, tradesThere: 'wallet' },
  { venue: 'v3', isExpress: true, tradesThere: 'bridge' },
];

/** @returns every available route, each with its current output. */
export async function planRoutes(
  [source, target]: readonly [ExchangeChain, ExchangeChain],
  { from, to, amountIn }: { from: ListedAsset; to: ListedAsset; amountIn: bigint },
): Promise<PlannedRoute[]> {
  const planned = await Promise.all(
    variants.map((variant) =>
      source === target
        ? planTrade(source, { from, to, amountIn }, variant)
        : planBridged([source, target], { from, to, amountIn }, variant),
    ),
  );
  return planned.filter(
    (route, index) => route !== null && !isRepeated(planned, index),
  ) as PlannedRoute[];
}

/** @returns the bridge's fee on this many base units of USDC, at most the whole amount. */
export function bridgeFeeOf(amount: bigint, isExpress: boolean): bigint {
  const fee = isExpress ? 500_000n + (amount * 20n) / 10_000n : 100_000n + (amount * 4n) / 10_000n;
  return fee < amount ? fee : amount;
}

/** @returns the same steps with their current output; null when there is none. */
export async function planAgain(
  chains: readonly [ExchangeChain, ExchangeChain],
  { steps }: PlannedRoute,
): Promise<PlannedRoute | null> {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return null;
  const pair = { from: first.from, to: last.to, amountIn: first.amountIn };
  const { venue } = first;
  const isExpress = steps.some((step) => step.isExpress);
  const tradesThere = last.kind === 'trade' ? 'wallet' : 'bridge';
  return chains[0] === chains[1]
    ? planTrade(chains[0], pair, { venue, isExpress })
    : planBridged(chains, pair, { venue, isExpress, tradesThere });
}

async function planTrade(
  chain: ExchangeChain,
  pair: { from: ListedAsset; to: ListedAsset; amountIn: bigint },
  { venue, isExpress }: Omit<Variant, 'tradesThere'>,
): Promise<PlannedRoute | null> {
  if (isExpress) return null;
  const amountOut = await quoteAt(venues[venue], chain, pair);
  if (amountOut === null || amountOut === 0n) return null;
  const step = { kind: 'trade', ...pair, amountOut, venue, isExpress, bridgeFee: 0n } as const;
  return { steps: [step], isWithinLimits: true };
}

async function planBridged(
  [source, target]: readonly [ExchangeChain, ExchangeChain],
  { from, to, amountIn }: { from: ListedAsset; to: ListedAsset; amountIn: bigint },
  { venue, isExpress, tradesThere }: Variant,
): Promise<PlannedRoute | null> {
  const carried = usdcOf(source);
  const steps: PlannedStep[] = [];
  let amount = amountIn;
  if (from !== carried) {
    const first = await planTrade(
      source,
      { from, to: carried, amountIn },
      { venue, isExpress: false },
    );
    if (!first?.steps[0]) return null;
    steps.push(first.steps[0]);
    amount = first.steps[0].amountOut;
  }
  const bridgeFee = bridgeFeeOf(amount, isExpress);
  const arriving = usdcOf(target);
  const delivered = amount - bridgeFee;
  const amountOut =
    to === arriving
      ? delivered
      : await quoteAt(venues[venue], target, { from: arriving, to, amountIn: delivered });
  if (amountOut === null || amountOut === 0n) return null;
  const bridge = { kind: 'bridge', from: carried, amountIn: amount, venue, isExpress } as const;
  const isOwnStep = tradesThere === 'wallet' && to !== arriving;
  if (isOwnStep) {
    const trade = { kind: 'trade', from: arriving, to, amountIn: delivered, amountOut } as const;
    steps.push(
      { ...bridge, to: arriving, amountOut: delivered, bridgeFee },
      { ...trade, venue, isExpress: false, bridgeFee: 0n },
    );
  } else steps.push({ ...bridge, to, amountOut, bridgeFee });
  return { steps, isWithinLimits: amount >= BRIDGE_LIMITS.min && amount <= BRIDGE_LIMITS.max };
}

/** Without a trade, a route is the same at either venue. */
function isRepeated(routes: readonly (PlannedRoute | null)[], index: number): boolean {
  const mark = (route: PlannedRoute | null) =>
    route?.steps
      .map(({ kind, amountOut, isExpress }) => `${kind} ${amountOut} ${isExpress}`)
      .join();
  return routes.slice(0, index).some((earlier) => mark(earlier) === mark(routes[index] ?? null));
}
