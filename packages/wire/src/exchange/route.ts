import * as z from 'zod/mini';

/** A token at one end of a hop. */
export const swapAsset = z.object({
  blockchain: z.string(),
  /** Contract address; null for the native coin. */
  address: z.nullable(z.string()),
  symbol: z.string(),
  decimals: z.number(),
  /** Path of its picture on our own server; null when we have none. */
  logo: z.nullable(z.string()),
  blockchainLogo: z.nullable(z.string()),
  /** Display name of the chain. */
  chain: z.string(),
  /** US dollars for one token; null when unknown. */
  usdPrice: z.nullable(z.number()),
});

/** What a hop costs; amounts of different tokens are never added. */
const swapFee = z.object({
  name: z.string(),
  /** `DECREASE_FROM_OUTPUT` is already included in the hop's `toAmount`. */
  expenseType: z.string(),
  /** Display amount. */
  amount: z.string(),
  symbol: z.string(),
  /** US dollars for one token; null when unknown. */
  price: z.nullable(z.number()),
});

const hop = z.object({
  from: swapAsset,
  to: swapAsset,
  /** Display amounts. */
  fromAmount: z.string(),
  toAmount: z.string(),
  swapperId: z.string(),
  swapperLogo: z.nullable(z.string()),
  swapperType: z.string(),
});

/** One step of a route: one transaction, and the approval that it may need. */
export const swapHop = z.extend(hop, {
  fee: z.array(swapFee),
  /** Seconds; null when unknown. */
  timeStat: z.nullable(z.object({ min: z.number(), avg: z.number(), max: z.number() })),
  estimatedTimeInSeconds: z.number(),
  fromAmountMinValue: z.nullable(z.string()),
  fromAmountMaxValue: z.nullable(z.string()),
  /** The hops inside it, such as the trade at the far end of a bridge. */
  internalSwaps: z.array(hop),
});

/** A way to make a swap (§3 Route). */
export const swapRoute = z.object({
  requestId: z.string(),
  /** Display amount of what arrives. */
  outputAmount: z.string(),
  /** `OK` or `HIGH_IMPACT` can be executed; the others say why not. */
  resultType: z.string(),
  swaps: z.array(swapHop),
  tags: z.array(z.object({ label: z.string(), value: z.string() })),
});

export type SwapAsset = z.output<typeof swapAsset>;
export type SwapHop = z.output<typeof swapHop>;
export type SwapRoute = z.output<typeof swapRoute>;
