import * as z from 'zod/mini';

/** Part of a private balance that counts, but cannot be spent yet. */
const pendingPart = z.object({
  /** Base units, digits only. */
  baseUnits: z.string(),
  /**
   * `arriving`: being shielded. `change`: returns from a payment in progress.
   * `checking`: the network's proof that it is not stolen money is still being made.
   */
  reason: z.enum(['arriving', 'change', 'checking']),
  /** When it is expected to be spendable, ISO 8601; null when unknown. */
  until: z.nullable(z.string()),
  /** The operation that it belongs to; null when it is not one of ours. */
  operationId: z.nullable(z.string()),
});

/** A token with the user's balance and its price (§3 Coin). */
export const coin = z.object({
  /** The token's id: network and symbol, as in `polygon-usdc`. */
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  /** Exact display amount, as in `4725.5`. */
  balance: z.string(),
  /** The same in base units, digits only. */
  balanceBaseUnits: z.string(),
  /** What new payments may use: the balance minus what open operations hold. Base units, digits only. */
  availableBaseUnits: z.string(),
  /** The parts of a private balance that are pending, and why; empty for a public one. */
  pending: z.array(pendingPart),
  /** Path of the token's picture on our own server. */
  image: z.string(),
  /** Contract address; null for the native coin. */
  address: z.nullable(z.string()),
  walletAddress: z.string(),
  decimals: z.number(),
  /** Display name of the chain, as in `Polygon`. */
  chain: z.string(),
  network: z.string(),
  chainId: z.number(),
  /** Symbol of the chain's native coin, as in `POL`. */
  chainSymbol: z.string(),
  isNative: z.boolean(),
  isShieldable: z.boolean(),
  price: z.object({
    /** US dollars for one token; null when unknown. */
    price: z.nullable(z.number()),
    /** Percent in 24 hours; null when unknown. */
    change: z.nullable(z.number()),
    /** The time of the price, ISO 8601; null when unknown. */
    asOf: z.nullable(z.string()),
    /** Samples of the last 24 hours, oldest first, US dollars; for the sparkline in the row. */
    samples: z.array(z.number()),
  }),
  /** When the balance was read, ISO 8601. */
  asOf: z.string(),
  /** True when the chain did not respond and this is the last known balance. */
  isStale: z.boolean(),
});

/** A chain with the coins on it (§3 Chain). */
export const chain = z.object({
  name: z.string(),
  chainId: z.number(),
  image: z.string(),
  /** Empty when the chain does not respond and no balance on it is known yet: what was not read is not 0. */
  coins: z.array(coin),
});

export type Coin = z.output<typeof coin>;
export type Chain = z.output<typeof chain>;
