import * as z from 'zod/mini';
import { operationView } from './operation.ts';

const digits = z.string().check(z.regex(/^\d{1,78}$/));
const hex = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/));

/** What one nonce is used for. */
const plannedCall = z.object({
  nonce: z.number(),
  to: z.string(),
  /** Base units of the native coin. */
  value: digits,
  data: hex,
  gas: digits,
});

/**
 * The transactions of the public balance that have to be signed. Each of them has as many rungs as there are, and a
 * cancellation: both sides compute the same ones from the fees.
 */
export const publicPlan = z.object({
  account: z.string(),
  chainId: z.number(),
  call: plannedCall,
  /** Has to be mined before the call; null where none is needed. */
  approval: z.nullable(
    z.extend(plannedCall, {
      /** Has to be mined before the approval; left out where none is needed. */
      reset: z.optional(plannedCall),
    }),
  ),
  /** Of the cheapest rung, base units of the native coin. */
  fees: z.object({ maxFeePerGas: digits, maxPriorityFeePerGas: digits, feeCap: digits }),
  rungs: z.number(),
});

const plan = {
  planId: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
};

/** What an owner has to sign of their public or private balance, for `POST /wallet/operations/{id}/signatures`. */
export const toSign = z.union([
  z.object({ ...plan, public: publicPlan }),
  z.object({
    ...plan,
    /** Notes, outputs and what is bound to them, as `readPrivatePlan` reads it. */
    private: z.record(z.string(), z.unknown()),
  }),
]);

/** The response of a call that moves money where the user alone has the keys: nothing is sent before they sign. */
export const toBeSigned = z.object({ operation: operationView, toSign });

export type PublicPlanOnWire = z.output<typeof publicPlan>;
export type ToBeSigned = z.output<typeof toBeSigned>;
