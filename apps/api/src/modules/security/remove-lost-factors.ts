import type { removeLostFactors } from '#wire/security/remove-lost-factors';
import { type Handler, refuse } from '../../application/call.ts';
import { type NotifyOwnerPorts, notifyOwner } from '../../application/notify-owner.ts';
import type { ProtectionRules } from '../../application/protection-rules.ts';
import type { FactorPresence } from '../../ports/factor-presence.ts';
import type { Protections } from '../../ports/protections.ts';
import { type ConfirmWithCodesPorts, confirmWithCodes } from './confirm-with-codes.ts';

export interface RemoveLostFactorsPorts extends ConfirmWithCodesPorts, NotifyOwnerPorts {
  readonly protections: Protections;
  readonly factors: FactorPresence;
  readonly rules: Pick<ProtectionRules, 'lostFactorsMs'>;
}

/** Requests the removal of all second factors. Repeated, it changes nothing: the first time stays. */
export function createRemoveLostFactors(
  ports: RemoveLostFactorsPorts,
): Handler<typeof removeLostFactors> {
  return async ({ session, client, body }) => {
    const { userId, sessionId } = session;
    if (!(await ports.factors.hasSecondFactor(userId))) return refuse('no-second-factor');
    const confirmed = { ...body, session, client, purpose: 'lost-factors' } as const;
    return confirmWithCodes(ports, confirmed, async () => {
      const now = ports.clock.now();
      const due = new Date(now.getTime() + ports.rules.lostFactorsMs);
      const { factorsRemovedAt } = await ports.protections.change(userId, (protection) =>
        protection.factorsRemovedAt === null
          ? { ...protection, factorsRemovedAt: due }
          : protection,
      );
      const removedAt = (factorsRemovedAt ?? due).toISOString();
      const event = 'factors-removal-requested';
      await ports.audit.append({ at: now, event, ip: client.ip, userId, sessionId });
      const notice = { userId, topic: 'factors-removal', channels: ['email', 'sms'] } as const;
      await notifyOwner(ports, { ...notice, content: { at: removedAt } }, now);
      return { removedAt };
    });
  };
}
