import type { CallSession, Client, Refusal } from '../../../application/call.ts';
import { factorNotices } from '../../../application/factor-notices.ts';
import type { RequireApproval } from '../../../application/require-approval.ts';
import type { Accounts } from '../../../ports/accounts.ts';
import type { Audit } from '../../../ports/audit.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { FactorChange } from '../../../ports/second-factors.ts';

export interface DropFactorPorts {
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

export interface RemoveFactorPorts extends DropFactorPorts {
  readonly requireApproval: RequireApproval;
}

export interface RemovedFactor {
  readonly request: { readonly session: CallSession; readonly client: Client };
  readonly kind: 'passkey' | 'app';
  /** What distinguishes this factor from every other one. */
  readonly fields: readonly string[];
}

/**
 * Removes a factor, once a factor approved it.
 * @returns null when it is removed, or was meanwhile
 */
export async function removeFactor(
  ports: RemoveFactorPorts,
  { request, kind, fields }: RemovedFactor,
  remove: (change: FactorChange) => Promise<boolean>,
): Promise<Refusal | null> {
  const approved = await ports.requireApproval(request, { reasons: ['remove-factor'], fields });
  if ('refused' in approved) return approved;
  await dropFactor(ports, { request, kind }, remove);
  return null;
}

/** Removes a factor and notifies its owner; one that was removed meanwhile is nothing new. */
export async function dropFactor(
  { accounts, audit, clock }: DropFactorPorts,
  { request, kind }: Pick<RemovedFactor, 'request' | 'kind'>,
  remove: (change: FactorChange) => Promise<boolean>,
): Promise<void> {
  const { session, client } = request;
  const { userId, sessionId } = session;
  const now = clock.now();
  const account = await accounts.findById(userId);
  const event = { ip: client.ip, at: now, what: kind };
  const notices = account === null ? [] : factorNotices('factor-removed', account, event);
  if (!(await remove({ userId, notices, now }))) return;
  const entry = { at: now, ip: client.ip, userId, sessionId };
  await audit.append({ ...entry, event: kind === 'passkey' ? 'passkey-removed' : 'app-removed' });
}
