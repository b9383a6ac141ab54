import type { Client } from '../../application/call.ts';
import { type NotifyOwnerPorts, notifyOwner } from '../../application/notify-owner.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccountFreezes } from '../../ports/protections.ts';

export interface FreezePorts extends NotifyOwnerPorts {
  readonly freezes: AccountFreezes;
  readonly recovery: Pick<AccountRecovery, 'cancelContactChange'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/**
 * Freezes an account, cancels what would weaken it later, and notifies its owner.
 * @returns since when it is frozen; null when there is no such user
 */
export async function freezeAccount(
  ports: FreezePorts,
  { userId, sessionId }: { readonly userId: string; readonly sessionId?: string },
  { ip }: Client,
): Promise<string | null> {
  const now = ports.clock.now();
  const frozenAt = await ports.freezes.freeze(userId, now);
  if (frozenAt === null) return null;
  // A second freeze changes nothing and notifies no one.
  if (frozenAt.getTime() === now.getTime()) {
    const session = sessionId === undefined ? {} : { sessionId };
    await ports.audit.append({ at: now, event: 'frozen', ip, userId, ...session });
    await notifyOwner(ports, { userId, topic: 'account-frozen', channels: BOTH }, now);
  }
  await cancelPendingContact(ports, { ip, at: now, userId });
  return frozenAt.toISOString();
}

/** The account is frozen already: a process that is away must not deny that. */
async function cancelPendingContact(
  { recovery, audit, report }: FreezePorts,
  event: { readonly ip: string; readonly at: Date; readonly userId: string },
): Promise<void> {
  try {
    if (!(await recovery.cancelContactChange(event.userId))) return;
    await audit.append({ ...event, event: 'contact-change-cancelled' });
  } catch (cause) {
    report({ message: 'A change of a contact of a frozen account may not be cancelled.', cause });
  }
}

const BOTH = ['email', 'sms'] as const;
