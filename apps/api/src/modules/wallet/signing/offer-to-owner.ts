import type { Network } from '#domain/network/network';
import { type Json, writePrivatePlan } from '#signing/private/plan-json';
import { writePublicPlan } from '#signing/public/read-plan';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import { planTransactions } from '../../../operations/plan-transactions.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import {
  isPrivate,
  type PrivateSigningPlan,
  type PublicSigningPlan,
  type SigningPlan,
  type SigningPlans,
} from '../../../ports/signing-plans.ts';
import { planView } from './plan-view.ts';

export interface OfferToOwnerPorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly signingPlans: Pick<SigningPlans, 'store'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly networks: readonly Network[];
}

/** A plan that isn't stored yet. */
export type OfferedPlan =
  | Omit<PublicSigningPlan, 'id' | 'expiresAt'>
  | Omit<PrivateSigningPlan, 'id' | 'expiresAt'>;

/** For how long signatures of a plan are taken. */
export const PLAN_LASTS_MS = 120_000;

/**
 * Stores a plan until its owner signed it.
 * @returns the response to the call that requested it
 */
export async function offerToOwner(
  { vault, signingPlans, randomness, clock, networks }: OfferToOwnerPorts,
  session: CallSession,
  offered: OfferedPlan,
): Promise<ToBeSigned | Refusal> {
  const now = clock.now();
  const plan: SigningPlan = {
    ...offered,
    id: randomness.uuid(),
    expiresAt: new Date(now.getTime() + PLAN_LASTS_MS),
  };
  const stored = await vault.withOwnSeals(session, 'plans', (seals) =>
    signingPlans.store({ userId: session.userId, seals }, plan),
  );
  if (!stored.ok || !stored.value) return refuse('unauthorized');
  return {
    operation: planView({ ...plan, state: 'waiting' }, { networks, now }),
    toSign: { planId: plan.id, expiresAt: plan.expiresAt.toISOString(), ...toSignOf(plan) },
  };
}

function toSignOf(plan: SigningPlan) {
  if (isPrivate(plan)) {
    return { private: writePrivatePlan(plan.notes.toSign) as Readonly<Record<string, Json>> };
  }
  const { details, calls, nonces } = plan;
  return { public: writePublicPlan(planTransactions({ ...details, ...calls }, nonces)) };
}
