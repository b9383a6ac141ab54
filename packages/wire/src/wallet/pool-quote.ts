import * as z from 'zod/mini';

/** What moving money into, within or out of the pool would cost and take now. All amounts are base units, digits only. */
export const poolQuote = z.object({
  /** The maximum amount: what is spendable, minus the fees paid from it. */
  maxAmount: z.string(),
  /** The pool's fee, in the token; 0 without an amount. */
  poolFee: z.string(),
  /** The pool's fee, basis points. */
  poolFeeBps: z.number(),
  /** The broadcaster's fee, paid from the private balance, in the token; 0 when there is none. */
  broadcasterFee: z.string(),
  /** What arrives, in the token. */
  received: z.string(),
  /** The network fee, base units of the native coin, and who pays it. */
  networkFee: z.string(),
  networkFeePaidBy: z.enum(['you', 'kax']),
  feeSymbol: z.string(),
  feeDecimals: z.number(),
  /** The network fee in US dollars; null when the price is unknown. */
  feeUsd: z.nullable(z.number()),
  /** From the tap on Confirm until it is in a block, as recently measured here, milliseconds. */
  expectedMs: z.number(),
  /** How many proofs are waiting before it. */
  queueLength: z.number(),
});
