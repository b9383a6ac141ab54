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
import type { KnownDevices } from '../../ports/known-devices.ts';
import type { Notice } from '../../ports/outbox.ts';
import { strangerKeys } from './accounts/login-attempts.ts';
import { recoveryCapped } from './accounts/recovery-capped.ts';
import { refuseNewPassword } from './accounts/refuse-new-password.ts';
import { type CodeLimits, clearAddress, triesFrom, triesOf } from './codes/code-limits.ts';
import { requestersOf } from './codes/requester.ts';
import { type ClearTextsPorts, clearTexts, type EnteredCodes } from './codes/text-lane.ts';
import { tooManyTries, withinLimits } from './codes/within-limits.ts';
import { BUSY_RETRY_S, nameOf } from './login.ts';
import { isKnown, nameSubject, textNameOf } from './send-reset-password-otps.ts';

export interface ResetPasswordPorts extends ClearTextsPorts {
  readonly recovery: Pick<AccountRecovery, 'recover' | 'release'>;
  readonly accounts: Pick<Accounts, 'find' | 'setPassword'>;
  readonly vault: Pick<KeyVault, 'wrapForPassword'>;
  readonly commonPasswords: CommonPasswords;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly limits: Pick<AttemptLimits, 'clear'>;
  readonly codeLimits: CodeLimits;
  readonly knownDevices: KnownDevices;
}

type Reply = ResponseOf<typeof resetPassword> | Refusal;

/** Codes and a password, and whose they are. */
interface Submission {
  readonly body: BodyOf<typeof resetPassword>;
  readonly client: Client;
  readonly found: Found | null;
  /** Of the typed name. */
  readonly subject: string;
  readonly isKnownDevice: boolean;
}

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
    const name = readName(body);
    const found = name === null ? null : await ports.accounts.find(name);
    const isKnownDevice = await isKnown(ports, found?.account ?? null, client);
    const counters =
      isKnownDevice && client.device !== null ? triesOf(client.device) : triesFrom(client.ip);
    const named = { body, client, found, subject: nameSubject(name), isKnownDevice };
    return withinLimits(ports, { counters, tooMany: tooManyTries }, () => reset(ports, named));
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
  { body, client, found, subject: unknownName, isKnownDevice }: Submission,
): Promise<Reply> {
  const { emailOTP, phoneOTP } = body;
  const requesters = requestersOf(client);
  const codes = { emailOTP, phoneOTP, ip: client.ip, requesters, unknownName };
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
  await clearFailures(ports, account, { ip: client.ip, phoneOTP, isKnownDevice });
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
  ports: ResetPasswordPorts,
  { userId, email, phone }: Account,
  entered: Omit<EnteredCodes, 'names'>,
): Promise<void> {
  const { codeLimits, limits } = ports;
  const { ip } = entered;
  await clearAddress(codeLimits, ip);
  const texts = [{ email }, { phone }].map((name) => textNameOf(nameSubject(name), null));
  await clearTexts(ports, 'resets', { ...entered, names: [...texts, textNameOf('', userId)] });
  for (const name of [{ email }, { phone }]) {
    const { own, pressure } = strangerKeys(name, ip);
    for (const [key] of own) await limits.clear(key);
    if (pressure !== null) await limits.clear(pressure);
  }
}
