import { unfreezingBefore } from '#domain/protection/protection';
import type { ResponseOf } from '#wire/contract';
import type { unfreeze } from '#wire/security/unfreeze';
import { type Call, type Handler, type Refusal, refuse } from '../../application/call.ts';
import { type NotifyOwnerPorts, notifyOwner } from '../../application/notify-owner.ts';
import type { ProtectionRules } from '../../application/protection-rules.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { Protections } from '../../ports/protections.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import { type ConfirmWithCodesPorts, confirmWithCodes } from './confirm-with-codes.ts';
import { type DropFactorPorts, dropFactor } from './factors/remove-factor.ts';

export interface UnfreezePorts extends ConfirmWithCodesPorts, NotifyOwnerPorts, DropFactorPorts {
  readonly protections: Protections;
  readonly requireApproval: RequireApproval;
  readonly secondFactors: Pick<SecondFactors, 'find' | 'removePasskey' | 'removeApp'>;
  readonly rules: Pick<ProtectionRules, 'unfreezingAgeMs'>;
}

type Reply = ResponseOf<typeof unfreeze> | Refusal;

/**
 * Unfreezes the caller's account: with the password and both codes, or with a passkey that was there long enough before
 * the freeze for the owner to notice one that isn't theirs. The codes remove every factor that wasn't.
 */
export function createUnfreeze(ports: UnfreezePorts): Handler<typeof unfreeze> {
  return async (call) => {
    const { session, client, body } = call;
    const { frozenAt } = await ports.protections.read(session.userId);
    if (frozenAt === null) return refuse('not-frozen');
    const addedBefore = unfreezingBefore(frozenAt, ports.rules.unfreezingAgeMs);
    if ('password' in body) {
      const { password, emailOTP, phoneOTP } = body;
      const codes = { password, emailOTP, phoneOTP } as const;
      const confirmed = { ...codes, session, client, purpose: 'unfreeze' } as const;
      return confirmWithCodes(ports, confirmed, async () => {
        if (addedBefore !== null) await removeAddedSince(ports, call, addedBefore);
        return unfreezeNow(ports, call);
      });
    }
    const approval = await ports.requireApproval(
      { session, client },
      {
        reasons: ['unfreeze'],
        fields: ['unfreeze', frozenAt.toISOString()],
        isForPasskeys: true,
        ...(addedBefore !== null && { addedBefore }),
      },
    );
    if ('refused' in approval) return approval;
    // Without a passkey, both codes and the password are left.
    if (approval.kind === 'no-factor') return refuse('approval-not-valid');
    return unfreezeNow(ports, call);
  };
}

/** Cut short, the account stays frozen, and the next try removes the rest. */
async function removeAddedSince(
  ports: UnfreezePorts,
  { session, client }: Call<typeof unfreeze>,
  since: Date,
): Promise<void> {
  const { secondFactors } = ports;
  const request = { session, client };
  const { passkeys, app } = await secondFactors.find(session.userId);
  for (const { credentialId, createdAt } of passkeys) {
    if (createdAt < since) continue;
    await dropFactor(ports, { request, kind: 'passkey' }, (change) =>
      secondFactors.removePasskey(credentialId, change),
    );
  }
  if (app === null || app.createdAt < since) return;
  await dropFactor(ports, { request, kind: 'app' }, secondFactors.removeApp);
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
