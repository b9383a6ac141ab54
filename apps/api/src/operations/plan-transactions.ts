import type { NumberedCall, PublicPlan } from '#signing/public/plan';
import type { PlannedCall, PlannedCalls } from '#signing/public/planned-calls';

/** The nonces that the store assigns to an operation. */
export interface PlanNonces {
  readonly nonce: number;
  /** Null exactly when there is no approval. */
  readonly approvalNonce: number | null;
  /** Null exactly when the approval has no reset. */
  readonly resetNonce: number | null;
}

/** @returns what has to be signed; throws when an approval or a reset has no nonce, or a nonce neither */
export function planTransactions(
  calls: PlannedCalls,
  { nonce, approvalNonce, resetNonce }: PlanNonces,
): PublicPlan {
  const { account, chainId, fees, rungs, approval, call } = calls;
  const reset = approval?.reset ?? null;
  if (
    (approval === null) !== (approvalNonce === null) ||
    (reset === null) !== (resetNonce === null)
  ) {
    throw new Error(`An approval of ${account} and its nonce do not go together.`);
  }
  return {
    ...{ account, chainId, fees, rungs },
    approval:
      approval === null || approvalNonce === null
        ? null
        : {
            ...numbered(approval, approvalNonce),
            ...(reset !== null && resetNonce !== null && { reset: numbered(reset, resetNonce) }),
          },
    call: numbered(call, nonce),
  };
}

/** Without anything that isn't signed. */
function numbered({ to, value, data, gas }: PlannedCall, nonce: number): NumberedCall {
  return { nonce, to, value, data, gas };
}
