import type { changePassword } from '#wire/auth/change-password';
import {
  type CallSession,
  type Client,
  type Handler,
  type OpenedAccount,
  type Reauthenticate,
  refuse,
} from '../../application/call.ts';
import type { Account, Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CommonPasswords } from '../../ports/common-passwords.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Notice } from '../../ports/outbox.ts';
import { refuseNewPassword } from './accounts/refuse-new-password.ts';
import { BUSY_RETRY_S } from './login.ts';

export interface ChangePasswordPorts {
  readonly reauthenticate: Reauthenticate;
  readonly accounts: Pick<Accounts, 'setPassword'>;
  readonly vault: Pick<KeyVault, 'wrapForPassword'>;
  readonly commonPasswords: CommonPasswords;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** Replaces the password, given the old one. Ends every other session and notifies the owner on both channels. */
export function createChangePassword(ports: ChangePasswordPorts): Handler<typeof changePassword> {
  return async ({ body, session, client }) => {
    const { currentPassword, newPassword } = body;
    const refusal = refuseNewPassword(ports, newPassword);
    if (refusal !== null) return refusal;
    if (newPassword === currentPassword) return refuse('password-unchanged');
    return ports.reauthenticate({ session, client, password: currentPassword }, (opened) =>
      change(ports, opened, { newPassword, session, client }),
    );
  };
}

interface PasswordRequest {
  readonly newPassword: string;
  readonly session: CallSession;
  readonly client: Client;
}

async function change(
  { commonPasswords, accounts, vault, audit, clock }: ChangePasswordPorts,
  { account, keyRecord, recoveredAt, dataKey }: OpenedAccount,
  { newPassword, session, client }: PasswordRequest,
) {
  const { userId, sessionId } = session;
  const refusal = refuseNewPassword({ commonPasswords }, newPassword, account);
  if (refusal !== null) return refusal;
  const record = await vault.wrapForPassword(dataKey, { userId, password: newPassword });
  const now = clock.now();
  const isDone = await accounts.setPassword({
    userId,
    record,
    replaces: keyRecord.passwordSalt,
    recoveredAt,
    keepSessionId: sessionId,
    notices: noticesOf(account, client, now),
    now,
  });
  if (!isDone) return refuse('busy', { retryAfter: BUSY_RETRY_S });
  await audit.append({ at: now, event: 'password-changed', ip: client.ip, userId, sessionId });
  return { success: true, message: 'Your password has been updated!' };
}

function noticesOf(account: Account, { ip }: Client, now: Date): readonly Notice[] {
  const { userId, name, email, phone } = account;
  const content = { name, ip, at: now.toISOString() };
  const base = {
    topic: 'password-changed',
    userId,
    content,
    secret: null,
    expiresAt: null,
  } as const;
  return [
    { ...base, channel: 'email', recipient: email },
    { ...base, channel: 'sms', recipient: phone },
  ];
}
