import type { confirmContactChange } from '#wire/security/confirm-contact-change';
import { type Handler, refuse } from '../../application/call.ts';
import type { ContactCodes } from '../../application/contact-codes.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';

export interface ConfirmContactChangePorts {
  readonly contactCodes: Pick<ContactCodes, 'enter'>;
  readonly recovery: Pick<AccountRecovery, 'confirmContactChange'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** Confirms what was begun last, with both codes. Sign-in and reset use the old contact until it is in effect. */
export function createConfirmContactChange(
  ports: ConfirmContactChangePorts,
): Handler<typeof confirmContactChange> {
  return ({ body, session, client }) =>
    ports.contactCodes.enter({ session, client }, async (as) => {
      const { userId, sessionId } = session;
      const { emailOTP, phoneOTP } = body;
      const codes = { emailOTP, phoneOTP, ...as };
      const confirmed = await ports.recovery.confirmContactChange(userId, codes);
      if (confirmed.kind === 'paused' || confirmed.kind === 'capped') {
        return tooMany(confirmed.seconds);
      }
      const isRight = confirmed.kind === 'right';
      const event = isRight ? 'contact-change-requested' : 'codes-refused';
      const at = ports.clock.now();
      await ports.audit.append({ at, event, ip: client.ip, userId, sessionId });
      if (!isRight) return refuse('codes-not-right');
      const { channel, value, at: takesEffectAt } = confirmed.change;
      return { contactChange: { channel, value, at: takesEffectAt.toISOString() } };
    });
}
