import type { newRecoveryCodes } from '#wire/security/new-recovery-codes';
import { type Handler, refuse } from '../../application/call.ts';
import { createRecoveryCodes, displayRecoveryCode } from '../../application/factor-codes.ts';
import { factorNotices } from '../../application/factor-notices.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';

export interface NewRecoveryCodesPorts {
  readonly requireApproval: RequireApproval;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly secondFactors: Pick<SecondFactors, 'replaceRecoveryCodes'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
}

/** Replaces the recovery codes, once a factor approved it. */
export function createNewRecoveryCodes(
  ports: NewRecoveryCodesPorts,
): Handler<typeof newRecoveryCodes> {
  return async ({ session, client }) => {
    const { userId, sessionId } = session;
    const subject = {
      reasons: ['new-recovery-codes'],
      fields: ['new-recovery-codes'],
    } as const;
    const approved = await ports.requireApproval({ session, client }, subject);
    if ('refused' in approved) return approved;
    if (approved.kind === 'no-factor') return refuse('no-second-factor');
    const account = await ports.accounts.findById(userId);
    if (account === null) return refuse('unauthorized');
    const now = ports.clock.now();
    const { ip } = client;
    const codes = createRecoveryCodes(ports.randomness);
    const notices = factorNotices('recovery-codes-replaced', account, { ip, at: now });
    await ports.secondFactors.replaceRecoveryCodes(codes, { userId, notices, now });
    await ports.audit.append({ at: now, event: 'recovery-codes-replaced', ip, userId, sessionId });
    return { recoveryCodes: codes.map(displayRecoveryCode) };
  };
}
