import * as z from 'zod/mini';

/** What moving money into, within or out of the pool would cost and take now. All amounts are base units, digits only. */
export const poolQuote = z.object({
  /** The most that can be entered: what is spendable, less what fees take out of it. */
  maxAmount: z.string(),
  /** What the pool keeps of the amount, in the token; 0 without an amount. */
  poolFee: z.string(),
  /** The pool's part, basis points. */
  poolFeeBps: z.number(),
  /** What the broadcaster takes out of the private balance, in the token; 0 when it takes nothing. */
  broadcasterFee: z.string(),
  /** What arrives, in the token. */
  received: z.string(),
  /** What the network will take, base units of the native coin, and who pays it. */
  networkFee: z.string(),
  networkFeePaidBy: z.enum(['you', 'kax']),
  feeSymbol: z.string(),
  feeDecimals: z.number(),
  /** The network fee in US dollars; null when the price is unknown. */
  feeUsd: z.nullable(z.number()),
  /** From the tap on Confirm until it is in a block, as measured here lately, milliseconds. */
  expectedMs: z.number(),
  /** How many proofs are waiting before it. */
  queueLength: z.number(),
});
