import type { AnyContract, ResponseOf } from '#wire/contract';
import type { Call, Refusal } from '../../../application/call.ts';
import type { WithSigner } from '../../../operations/sign-plan.ts';
import type { PresentedPlan } from '../../../operations/submission.ts';
import type { PrivateSigningPlan } from '../../../ports/signing-plans.ts';

/** What the owner of an account signed, and the plan that it is of. */
export interface SignedPlan {
  readonly presented: PresentedPlan;
  readonly withSigner: WithSigner;
}

/** What the owner of a private balance signed, and the plan that it is of: its signatures were verified. */
export interface SignedNotes {
  readonly plan: PrivateSigningPlan;
  /** Of each part, 96 bytes as 0x and hex. */
  readonly signatures: readonly string[];
}

/**
 * Handles a call that moves money. Where its user alone has the keys, it responds with what they have to sign, and does
 * what was requested when it is called again with what they signed.
 */
export type SignableHandler<C extends AnyContract, Signed = SignedPlan> = (
  call: Call<C>,
  signed?: Signed,
) => Promise<ResponseOf<C> | Refusal>;
