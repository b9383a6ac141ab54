import type { ResponseOf } from '#wire/contract';
import type { unfreeze } from '#wire/security/unfreeze';
import { type Call, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { Protections } from '../../ports/protections.ts';
import { type ConfirmWithCodesPorts, confirmWithCodes } from './confirm-with-codes.ts';
import { type NotifyOwnerPorts, notifyOwner } from './owner-notices.ts';

export interface UnfreezePorts extends ConfirmWithCodesPorts, NotifyOwnerPorts {
  readonly protections: Protections;
  readonly requireApproval: RequireApproval;
}

type Reply = ResponseOf<typeof unfreeze> | Refusal;

/** Unfreezes the caller's account: with the password and both codes, or with a passkey from before the freeze. */
export function createUnfreeze(ports: UnfreezePorts): Handler<typeof unfreeze> {
  return async (call) => {
    const { session, client, body } = call;
    const { frozenAt } = await ports.protections.read(session.userId);
    if (frozenAt === null) return refuse('not-frozen');
    if ('password' in body) {
      const { password, emailOTP, phoneOTP } = body;
      const codes = { password, emailOTP, phoneOTP } as const;
      const confirmed = { ...codes, session, client, purpose: 'unfreeze' } as const;
      return confirmWithCodes(ports, confirmed, () => unfreezeNow(ports, call));
    }
    const approval = await ports.requireApproval(
      { session, client },
      {
        reasons: ['unfreeze'],
        fields: ['unfreeze', frozenAt.toISOString()],
        isForPasskeys: true,
        // An account that something else changed is frozen since the beginning of time.
        ...(frozenAt.getTime() > 0 && { addedBefore: frozenAt }),
      },
    );
    if ('refused' in approval) return approval;
    // Without a passkey, both codes and the password are left.
    if (approval.kind === 'no-factor') return refuse('approval-not-valid');
    return unfreezeNow(ports, call);
  };
}

async function unfreezeNow(
  ports: UnfreezePorts,
  { session: { userId, sessionId }, client: { ip } }: Call<typeof unfreeze>,
): Promise<Reply> {
  const now = ports.clock.now();
  await ports.protections.change(userId, (protection) => ({ ...protection, frozenAt: null }));
  await ports.audit.append({ at: now, event: 'unfrozen', ip, userId, sessionId });
  const notice = { userId, topic: 'account-unfrozen', channels: ['email', 'sms'] } as const;
  await notifyOwner(ports, notice, now);
  return { success: true };
}
