import { limitAt, type Protection, withLimit } from '#domain/protection/protection';
import type { changeDailyLimit } from '#wire/security/change-daily-limit';
import { type Handler, refuse } from '../../application/call.ts';
import { type NotifyOwnerPorts, notifyOwner } from '../../application/notify-owner.ts';
import type { ProtectionRules } from '../../application/protection-rules.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FactorPresence } from '../../ports/factor-presence.ts';
import type { Protections } from '../../ports/protections.ts';

export interface ChangeDailyLimitPorts extends NotifyOwnerPorts {
  readonly protections: Protections;
  readonly factors: FactorPresence;
  readonly requireApproval: RequireApproval;
  readonly rules: Pick<ProtectionRules, 'dailyLimit' | 'raiseMs'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** Lowers the daily limit now; raises it later, with an approval, which its owner is notified of. */
export function createChangeDailyLimit(
  ports: ChangeDailyLimitPorts,
): Handler<typeof changeDailyLimit> {
  return async ({ session, client, body }) => {
    const { userId, sessionId } = session;
    const cents = BigInt(body.cents);
    const now = ports.clock.now();
    const { dailyLimit: configured, raiseMs } = ports.rules;
    const isRaise = (protection: Protection) => cents > limitAt(protection, configured, now);
    // It has no effect without a second factor, and nothing but one may raise it.
    if (!(await ports.factors.hasSecondFactor(userId))) return refuse('no-second-factor');
    let isApproved = false;
    if (isRaise(await ports.protections.read(userId))) {
      const subject = { reasons: ['raise-limit'], fields: ['raise-limit', body.cents] } as const;
      const approval = await ports.requireApproval({ session, client }, subject);
      if ('refused' in approval) return approval;
      if (approval.kind === 'no-factor') return refuse('no-second-factor');
      isApproved = true;
    }
    const raisedAt = new Date(now.getTime() + raiseMs);
    let isRefused = false;
    const changed = await ports.protections.change(userId, (protection) => {
      // Another request may have lowered it meanwhile, which makes this one a raise.
      isRefused = isRaise(protection) && !isApproved;
      return isRefused ? protection : withLimit(protection, cents, { configured, now, raisedAt });
    });
    if (isRefused) return refuse('approval-not-valid');
    await ports.audit.append({ at: now, event: 'limit-changed', ip: client.ip, userId, sessionId });
    if (changed.raise !== null) await notifyOfRaise(ports, userId, changed.raise);
    return viewOf(changed, configured, now);
  };
}

function notifyOfRaise(
  ports: ChangeDailyLimitPorts,
  userId: string,
  { cents, at }: NonNullable<Protection['raise']>,
): Promise<void> {
  const limit = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  const content = { at: at.toISOString(), limit };
  const notice = { userId, topic: 'limit-raised', channels: ['email'], content } as const;
  return notifyOwner(ports, notice, ports.clock.now());
}

/** @returns the limit in effect, and a higher one that is not yet; cents as digits */
export function viewOf(protection: Protection, configured: bigint, now: Date) {
  const { raise } = protection;
  return {
    cents: String(limitAt(protection, configured, now)),
    raise:
      raise === null || raise.at <= now
        ? null
        : { cents: String(raise.cents), at: raise.at.toISOString() },
  };
}
