import type { liftResetHold } from '#wire/security/lift-reset-hold';
import { type Handler, refuse } from '../../application/call.ts';
import { type NotifyOwnerPorts, notifyOwner } from '../../application/notify-owner.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Protections } from '../../ports/protections.ts';
import { type HoldPorts, readPossibleHolds, resetHoldOf } from './holds/read-holds.ts';

export interface LiftResetHoldPorts extends Omit<HoldPorts, 'accounts'> {
  readonly accounts: HoldPorts['accounts'] & NotifyOwnerPorts['accounts'];
  readonly outbox: NotifyOwnerPorts['outbox'];
  readonly protections: Protections;
  readonly requireApproval: RequireApproval;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** Ends the hold after a reset with a passkey from before it: whoever reset the password cannot have added that one. */
export function createLiftResetHold(ports: LiftResetHoldPorts): Handler<typeof liftResetHold> {
  return async ({ session, client }) => {
    const { userId, sessionId } = session;
    const now = ports.clock.now();
    const { resetAt } = await readPossibleHolds(ports, session, now);
    const protection = await ports.protections.read(userId);
    const hold = resetHoldOf(protection, resetAt, { rules: ports.rules, now });
    if (resetAt === null || hold === null) return refuse('no-hold');
    const approval = await ports.requireApproval(
      { session, client },
      {
        reasons: ['reset-hold'],
        fields: ['lift-reset-hold', resetAt.toISOString()],
        ...{ isForPasskeys: true, addedBefore: resetAt },
      },
    );
    if ('refused' in approval) return approval;
    if (approval.kind === 'no-factor') return refuse('approval-not-valid');
    await ports.protections.change(userId, (stored) => ({ ...stored, liftedResetAt: resetAt }));
    await ports.audit.append({ at: now, event: 'hold-lifted', ip: client.ip, userId, sessionId });
    await notifyOwner(ports, { userId, topic: 'hold-lifted', channels: ['email'] }, now);
    return { success: true };
  };
}
