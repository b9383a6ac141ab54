import type { Network } from '#domain/network/network';
import type { OperationView } from '#wire/wallet/operation';
import type { CallSession } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { SigningPlans } from '../../../ports/signing-plans.ts';
import { isWaiting, planView } from './plan-view.ts';

export interface FindPlanPorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly signingPlans: Pick<SigningPlans, 'find' | 'list'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly networks: readonly Network[];
}

/**
 * @returns an operation that its owner didn't sign, or didn't sign yet, as they see it; null for any other, and where
 *   Kax has the keys
 */
export async function findPlan(
  ports: FindPlanPorts,
  session: CallSession,
  operationId: string,
): Promise<OperationView | null> {
  if (session.custody !== 'only-me') return null;
  const { vault, signingPlans, networks, clock } = ports;
  const { userId } = session;
  const opened = await vault.withOwnSeals(session, 'plans', (seals) =>
    signingPlans.find({ userId, seals }, operationId),
  );
  if (!opened.ok || opened.value === null || opened.value.state === 'signed') return null;
  return planView(opened.value, { networks, now: clock.now() });
}

/** @returns the operations that wait for their owner's signature, newest first */
export async function listWaiting(
  { vault, signingPlans, networks, clock }: FindPlanPorts,
  session: CallSession,
): Promise<readonly OperationView[]> {
  if (session.custody !== 'only-me') return [];
  const { userId } = session;
  const opened = await vault.withOwnSeals(session, 'plans', (seals) =>
    signingPlans.list({ userId, seals }),
  );
  if (!opened.ok) return [];
  const now = clock.now();
  return opened.value
    .filter((plan) => isWaiting(plan, now))
    .map((plan) => planView(plan, { networks, now }));
}
