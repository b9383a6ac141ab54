import * as z from 'zod/mini';
import { DELIVERY_PROOFS, SWAP_STATUSES } from '#domain/swap/swap';
import { swapHop } from './route.ts';

/** The state of one step, as `swapProgress` lists it. */
const swapProgressStep = z.object({
  /** Counted from 1. */
  step: z.number(),
  swapperId: z.string(),
  state: z.enum(['to-come', 'to-sign', 'sent', 'done', 'failed']),
  /** The operation that carries it; null when none does. */
  operationId: z.nullable(z.string()),
  txId: z.nullable(z.string()),
  /** Transaction by which it arrived on the other chain; null when there is none or it is unknown. */
  destTx: z.nullable(z.string()),
  /**
   * How the delivery of the last step is known: `confirmed` by a final block, `reported` by the exchange alone, or
   * `checking` while only the exchange reports it so far. Null before that, and for every other step.
   */
  delivery: z.nullable(z.enum(['checking', ...DELIVERY_PROOFS])),
  /** Display amount that the wallet has from it, and the token; null while that is unknown. */
  output: z.nullable(
    z.object({
      amount: z.string(),
      symbol: z.string(),
      blockchain: z.string(),
      type: z.string(),
    }),
  ),
});

/** A swap in the history (§3 Swap history entry). */
export const swapView = z.object({
  requestId: z.string(),
  status: z.enum(SWAP_STATUSES),
  currentStep: z.number(),
  swaps: z.array(swapHop),
  /** Display amount: what arrived, or what was promised until it arrives. */
  outputAmount: z.string(),
  /** The steps as JSON text, a list of `swapProgressStep`. */
  swapProgress: z.string(),
  progress: z.array(swapProgressStep),
  /** Why it failed, and what the wallet has now; null otherwise. */
  error: z.nullable(z.string()),
  /** True when the amount put into the failed step was returned. */
  isRefunded: z.boolean(),
  /** True when it ended midway: the wallet has an intermediate token. */
  isPartial: z.boolean(),
  /** True while the next step waits for the user to be signed in. */
  needsSignature: z.boolean(),
  /** Display amounts. */
  amount: z.string(),
  minimumReceived: z.string(),
  slippage: z.string(),
  account: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type SwapView = z.output<typeof swapView>;
export type SwapProgressStep = z.output<typeof swapProgressStep>;
