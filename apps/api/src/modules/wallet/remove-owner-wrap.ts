import type { removeOwnerWrap } from '#wire/wallet/remove-owner-wrap';
import { type Handler, refuse } from '../../application/call.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OwnerWraps } from '../../ports/owner-wraps.ts';

export interface RemoveOwnerWrapPorts {
  readonly requireApproval: RequireApproval;
  readonly ownerWraps: Pick<OwnerWraps, 'remove'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** Removes a way to open the keys, unless it is the last one. */
export function createRemoveOwnerWrap({
  requireApproval,
  ownerWraps,
  audit,
  clock,
}: RemoveOwnerWrapPorts): Handler<typeof removeOwnerWrap> {
  return async ({ params: { id }, session, client }) => {
    const { userId, sessionId } = session;
    const subject = { reasons: ['enrol-keys'], fields: ['remove-owner-wrap', id] } as const;
    const approval = await requireApproval({ session, client }, subject);
    if ('refused' in approval) return approval;
    const outcome = await ownerWraps.remove(userId, id);
    if (outcome === 'unknown') return refuse('unknown-owner-wrap');
    if (outcome === 'last') return refuse('last-way-in');
    const event = 'owner-wrap-removed';
    await audit.append({ at: clock.now(), event, ip: client.ip, userId, sessionId });
    return { success: true };
  };
}
