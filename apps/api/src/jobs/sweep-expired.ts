import { CLAIM_KEPT_AFTER_END_MS, UNSENT_CLAIM_KEPT_MS } from '#domain/claim/claim';
import { REQUEST_KEPT_AFTER_EXPIRY_MS } from '#domain/payment-request/payment-request';
import { IDLE_MS, REFRESH_GRACE_MS } from '#domain/session/session-limits';
import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Approvals } from '../ports/approvals.ts';
import type { AttemptLimits } from '../ports/attempt-limits.ts';
import type { Claims } from '../ports/claims.ts';
import type { Clock } from '../ports/clock.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { PaymentRequests } from '../ports/payment-requests.ts';
import type { Registrations } from '../ports/registrations.ts';
import type { Sessions } from '../ports/sessions.ts';
import type { SigningPlans } from '../ports/signing-plans.ts';

export interface SweepExpiredPorts {
  readonly sessions: Pick<Sessions, 'sweep'>;
  readonly limits: Pick<AttemptLimits, 'sweep'>;
  readonly registrations: Pick<Registrations, 'sweep'>;
  readonly outbox: Pick<Outbox, 'sweep'>;
  readonly approvals: Pick<Approvals, 'sweep'>;
  readonly paymentRequests: Pick<PaymentRequests, 'sweep'>;
  readonly claims: Pick<Claims, 'sweep'>;
  readonly signingPlans: Pick<SigningPlans, 'sweep'>;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
const NOTICES_KEPT_MS = 30 * DAY_MS;

/** Deletes what has expired once a minute: sessions, tokens, successors of exchanged tokens, counters,
 * registrations, approvals, old notices, plans that no one signed, payment requests that are no longer listed, and payments by link that ended long ago. */
export function createSweepExpired(ports: SweepExpiredPorts): Job {
  return createJob({
    ...ports,
    run: () => sweepExpired(ports),
    everyMs: EVERY_MS,
    afterErrorMs: EVERY_MS,
    errorMessage: 'What has expired could not be deleted.',
  });
}

async function sweepExpired(ports: SweepExpiredPorts): Promise<void> {
  const { sessions, limits, registrations, outbox, approvals, paymentRequests, claims } = ports;
  const { signingPlans } = ports;
  const now = ports.clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await sessions.sweep({ now, idleSince: ago(IDLE_MS), successorsBefore: ago(REFRESH_GRACE_MS) });
  await limits.sweep(now);
  await registrations.sweep(now);
  await approvals.sweep(now);
  await outbox.sweep(ago(NOTICES_KEPT_MS));
  await paymentRequests.sweep(ago(REQUEST_KEPT_AFTER_EXPIRY_MS));
  await signingPlans.sweep(ago(DAY_MS));
  await claims.sweep(ago(CLAIM_KEPT_AFTER_END_MS), ago(UNSENT_CLAIM_KEPT_MS));
}
