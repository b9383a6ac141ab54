import { areFactorsGone } from '#domain/protection/protection';
import type { keepFactors } from '#wire/security/keep-factors';
import type { Handler } from '../../application/call.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Protections } from '../../ports/protections.ts';

export interface KeepFactorsPorts {
  readonly protections: Protections;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** Cancels the removal; anyone who is signed in may. Without one, nothing happens. */
export function createKeepFactors(ports: KeepFactorsPorts): Handler<typeof keepFactors> {
  return async ({ session: { userId, sessionId }, client: { ip } }) => {
    const now = ports.clock.now();
    let isCancelled = false;
    await ports.protections.change(userId, (protection) => {
      isCancelled = protection.factorsRemovedAt !== null && !areFactorsGone(protection, now);
      return isCancelled ? { ...protection, factorsRemovedAt: null } : protection;
    });
    if (isCancelled) {
      const event = 'factors-removal-cancelled';
      await ports.audit.append({ at: now, event, ip, userId, sessionId });
    }
    return { success: true };
  };
}
