import type { PaymentGate } from '../../../application/admit-payment.ts';
import type { CallSession } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { SigningPlans } from '../../../ports/signing-plans.ts';
import { isWaiting } from './plan-view.ts';

export interface GiveBackEndedPorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly signingPlans: Pick<SigningPlans, 'list'>;
  readonly gate: Pick<PaymentGate, 'giveBack'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What its owner never signed has not left: it no longer counts towards what may leave in a day. */
export async function giveBackEnded(
  { vault, signingPlans, gate, clock }: GiveBackEndedPorts,
  session: CallSession,
): Promise<void> {
  const { userId } = session;
  const opened = await vault.withOwnSeals(session, 'plans', (seals) =>
    signingPlans.list({ userId, seals }),
  );
  if (!opened.ok) return;
  const now = clock.now();
  for (const plan of opened.value) {
    if (plan.state === 'signed' || isWaiting(plan, now) || plan.admittedAt === null) continue;
    const { idempotencyKey } = plan.request;
    await gate.giveBack({ userId, idempotencyKey }, plan.admittedAt);
  }
}
