import type { Accounts } from '../../../ports/accounts.ts';
import type { Audit, AuditEvent } from '../../../ports/audit.ts';
import type { NoticeTopic, Outbox } from '../../../ports/outbox.ts';

export interface CopiedTokenPorts {
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly audit: Audit;
}

/** How a use of a token showed that someone else has it too. */
export interface CopiedTokenUse {
  /** Used without the key that its session is bound to, or a second time. */
  readonly kind: 'without-device' | 'twice';
  readonly ip: string;
  readonly at: Date;
}

const reports = {
  'without-device': { event: 'device-refused', topic: 'session-copied' },
  twice: { event: 'refresh-reused', topic: 'session-reused' },
} as const satisfies Record<CopiedTokenUse['kind'], { event: AuditEvent; topic: NoticeTopic }>;

/** Records that a session ended because one of its tokens was copied, and tells its owner. */
export async function reportCopiedToken(
  { accounts, outbox, audit }: CopiedTokenPorts,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  { kind, ip, at }: CopiedTokenUse,
): Promise<void> {
  const { event, topic } = reports[kind];
  await audit.append({ at, event, ip, userId, sessionId });
  const account = await accounts.findById(userId);
  if (account === null) return;
  const { name, email } = account;
  const content = { name, ip, at: at.toISOString() };
  const notice = { topic, channel: 'email', secret: null } as const;
  await outbox.add([{ ...notice, recipient: email, userId, content, expiresAt: null }], at);
}
