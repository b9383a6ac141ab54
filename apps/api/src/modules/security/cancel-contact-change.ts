import type { cancelContactChange } from '#wire/security/cancel-contact-change';
import { type Handler, refuse } from '../../application/call.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';

export interface CancelContactChangePorts {
  readonly recovery: Pick<AccountRecovery, 'cancelContactChange'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** Cancels a change that is not in effect yet, from any session of its user. */
export function createCancelContactChange(
  ports: CancelContactChangePorts,
): Handler<typeof cancelContactChange> {
  return async ({ session, client }) => {
    const { userId, sessionId } = session;
    if (!(await ports.recovery.cancelContactChange(userId))) return refuse('no-contact-change');
    const at = ports.clock.now();
    const event = 'contact-change-cancelled';
    await ports.audit.append({ at, event, ip: client.ip, userId, sessionId });
    return { success: true };
  };
}
