import type { resetPassword } from '#wire/auth/reset-password';
import type { BodyOf, ResponseOf } from '#wire/contract';
import { type Client, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Account, AccountName, Accounts } from '../../ports/accounts.ts';
import type { AttemptLimits } from '../../ports/attempt-limits.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CommonPasswords } from '../../ports/common-passwords.ts';
import type { DataKey, KeyRecord, KeyVault } from '../../ports/key-vault.ts';
import type { Notice } from '../../ports/outbox.ts';
import { strangerKeys } from './accounts/login-attempts.ts';
import { recoveryCapped } from './accounts/recovery-capped.ts';
import { refuseNewPassword } from './accounts/refuse-new-password.ts';
import { type CodeLimits, clearAddress, triesFrom } from './codes/code-limits.ts';
import { tooManyTries, withinLimits } from './codes/within-limits.ts';
import { BUSY_RETRY_S, nameOf } from './login.ts';
import { nameSubject } from './send-reset-password-otps.ts';

export interface ResetPasswordPorts {
  readonly recovery: Pick<AccountRecovery, 'recover' | 'release'>;
  readonly accounts: Pick<Accounts, 'find' | 'setPassword'>;
  readonly vault: Pick<KeyVault, 'wrapForPassword'>;
  readonly commonPasswords: CommonPasswords;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly limits: Pick<AttemptLimits, 'clear'>;
  readonly codeLimits: CodeLimits;
}

type Reply = ResponseOf<typeof resetPassword> | Refusal;

interface Found {
  readonly account: Account;
  readonly keyRecord: KeyRecord;
}

/**
 * Sets a new password with both codes. The wallet stays the same, every session ends, and no one is signed in.
 * A password that is not allowed uses up no try.
 */
export function createResetPassword(ports: ResetPasswordPorts): Handler<typeof resetPassword> {
  return async ({ body, client }) => {
    const refusal = refuseNewPassword(ports, body.newPassword);
    if (refusal !== null) return refusal;
    return withinLimits(ports, { counters: triesFrom(client.ip), tooMany: tooManyTries }, () =>
      reset(ports, body, client),
    );
  };
}

/** One of the two may have been sent empty. */
function readName(body: {
  email?: string | undefined;
  phone?: string | undefined;
}): AccountName | null {
  if (body.email) return nameOf({ email: body.email });
  return body.phone ? nameOf({ phone: body.phone }) : null;
}

async function reset(
  ports: ResetPasswordPorts,
  body: BodyOf<typeof resetPassword>,
  client: Client,
): Promise<Reply> {
  const name = readName(body);
  const found = name === null ? null : await ports.accounts.find(name);
  const { emailOTP, phoneOTP } = body;
  const codes = { emailOTP, phoneOTP, ip: client.ip, unknownName: nameSubject(name) };
  const opened = await ports.recovery.recover(found?.account.userId ?? null, codes);
  if (opened.kind === 'paused') return tooManyTries(opened.seconds);
  if (opened.kind === 'capped') return recoveryCapped(opened.seconds);
  if (found === null || opened.kind !== 'right') return refused(ports, found, client);
  const { account } = found;
  let isSet = false;
  try {
    const { dataKey } = opened;
    const refusal = await setPassword(ports, found, {
      dataKey,
      password: body.newPassword,
      client,
    });
    if (refusal !== null) return refusal;
    isSet = true;
  } finally {
    if (!isSet) await ports.recovery.release(opened.challengeId);
  }
  await clearFailures(ports, account, client.ip);
  const { userId } = account;
  const at = ports.clock.now();
  await ports.audit.append({ at, event: 'password-reset', ip: client.ip, userId });
  return { success: true, message: 'Your password has been reset successfully!' };
}

/** @returns null, or why the password was not changed */
async function setPassword(
  ports: ResetPasswordPorts,
  { account, keyRecord }: Found,
  {
    dataKey,
    password,
    client,
  }: { readonly dataKey: DataKey; readonly password: string; readonly client: Client },
): Promise<Refusal | null> {
  const { userId } = account;
  const { passwordSalt } = keyRecord;
  const refusal = refuseNewPassword(ports, password, account);
  if (refusal !== null) {
    dataKey.fill(0);
    return refusal;
  }
  const record = await ports.vault
    .wrapForPassword(dataKey, { userId, password })
    .finally(() => dataKey.fill(0));
  const now = ports.clock.now();
  const isDone = await ports.accounts.setPassword({
    userId,
    record,
    replaces: passwordSalt,
    recoveredAt: now,
    keepSessionId: null,
    notices: noticesOf(account, client, now),
    now,
  });
  if (!isDone) return refuse('busy', { retryAfter: BUSY_RETRY_S });
  return null;
}

async function refused(
  { audit, clock }: ResetPasswordPorts,
  found: Found | null,
  client: Client,
): Promise<Refusal> {
  const who = found === null ? {} : { userId: found.account.userId };
  await audit.append({ at: clock.now(), event: 'codes-refused', ip: client.ip, ...who });
  return refuse('codes-not-right');
}

function noticesOf(account: Account, client: Client, now: Date): readonly Notice[] {
  const { userId, name, email, phone } = account;
  const content = { name, ip: client.ip, at: now.toISOString() };
  const base = { topic: 'password-reset', userId, content, secret: null, expiresAt: null } as const;
  return [
    { ...base, channel: 'email', recipient: email },
    { ...base, channel: 'sms', recipient: phone },
  ];
}

/** Resets the failures of a proven owner, here and at the sign-in. */
async function clearFailures(
  { codeLimits, limits }: ResetPasswordPorts,
  { email, phone }: Account,
  ip: string,
): Promise<void> {
  await clearAddress(codeLimits, ip);
  for (const name of [{ email }, { phone }]) {
    const { own, pressure } = strangerKeys(name, ip);
    for (const [key] of own) await limits.clear(key);
    if (pressure !== null) await limits.clear(pressure);
  }
}
