import type { Network } from '#domain/network/network';
import { writePublicPlan } from '#signing/public/read-plan';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import type { OfferedPlan } from '../../../operations/offer-plan.ts';
import { planTransactions } from '../../../operations/plan-transactions.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import type { SigningPlan, SigningPlans } from '../../../ports/signing-plans.ts';
import { planView } from './plan-view.ts';

export interface OfferToOwnerPorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly signingPlans: Pick<SigningPlans, 'store'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly networks: readonly Network[];
}

/** For how long signatures of a plan are taken. */
export const PLAN_LASTS_MS = 120_000;

/**
 * Stores a plan until its owner signed it.
 * @returns the response to the call that requested it
 */
export async function offerToOwner(
  { vault, signingPlans, randomness, clock, networks }: OfferToOwnerPorts,
  session: CallSession,
  {
    offered,
    request,
    admittedAt,
  }: Pick<SigningPlan, 'request' | 'admittedAt'> & { readonly offered: OfferedPlan },
): Promise<ToBeSigned | Refusal> {
  const { details, planned, nonces } = offered;
  const { approval, call, fees, rungs } = planned;
  const now = clock.now();
  const plan: SigningPlan = {
    id: randomness.uuid(),
    ...{ details, calls: { approval, call, fees, rungs }, nonces, request, admittedAt },
    expiresAt: new Date(now.getTime() + PLAN_LASTS_MS),
  };
  const stored = await vault.withOwnSeals(session, 'plans', (seals) =>
    signingPlans.store({ userId: session.userId, seals }, plan),
  );
  if (!stored.ok || !stored.value) return refuse('unauthorized');
  return {
    operation: planView({ ...plan, state: 'waiting' }, { networks, now }),
    toSign: {
      planId: plan.id,
      expiresAt: plan.expiresAt.toISOString(),
      public: writePublicPlan(planTransactions({ ...details, ...plan.calls }, nonces)),
    },
  };
}
