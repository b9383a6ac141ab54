import type { login } from '#wire/auth/login';
import type { BodyOf, ResponseOf } from '#wire/contract';
import { normalizeEmail, normalizePhone } from '../../application/account-name.ts';
import { type Handler, type Refusal, refuse } from '../../application/call.ts';
import {
  AccountChanged,
  type AccountName,
  type Accounts,
  type FoundAccount,
} from '../../ports/accounts.ts';
import type { QuotaRule } from '../../ports/attempt-limits.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type DataKey,
  type KeyVault,
  type PasswordLane,
  VaultBusy,
} from '../../ports/key-vault.ts';
import type { Places } from '../../ports/places.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { Sessions } from '../../ports/sessions.ts';
import {
  type AdmissionPorts,
  type Attempt,
  admitSignIn,
  keysOfSignIn,
  NO_ONE,
} from './accounts/admit-sign-in.ts';
import { clearAttempts, giveBackAttempt } from './accounts/login-attempts.ts';
import { signedInResponse, startSession } from './sessions/sign-in-session.ts';

export interface LoginPorts extends AdmissionPorts {
  readonly accounts: Accounts;
  readonly sessions: Pick<Sessions, 'start'>;
  readonly unboundSessionMs: number;
  readonly vault: KeyVault;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
  readonly places: Places;
}

type Reply = ResponseOf<typeof login> | Refusal;

export const BUSY_RETRY_S = 3;
/** A flood of guesses must not fill the log. */
const throttledAudits: QuotaRule = { most: 1, windowMs: 60_000 };

/**
 * Signs in by email or phone. An unknown user and a wrong password get the same response after the same work, and only
 * failures count. No failure of others keeps the owner out: a device that signed in before has counters of its own, and
 * any other does work.
 */
export function createLogin(ports: LoginPorts): Handler<typeof login> {
  return async ({ body, client }) => {
    const name = nameOf(body);
    const keys = await keysOfSignIn(ports, name, client);
    const attempt = { name, client, keys };
    if (keys.pressure === null) return signInAdmitted(ports, attempt, { body, crowdSquarings: 0 });
    const crowdSquarings = ports.workDemand.begin(ports.clock.now());
    try {
      return await signInAdmitted(ports, attempt, { body, crowdSquarings });
    } finally {
      ports.workDemand.end();
    }
  };
}

async function signInAdmitted(
  ports: LoginPorts,
  attempt: Attempt,
  {
    body,
    crowdSquarings,
  }: { readonly body: BodyOf<typeof login>; readonly crowdSquarings: number },
): Promise<Reply> {
  const admitted = await admitSignIn(ports, { ...attempt, crowdSquarings }, ports.clock.now());
  if (typeof admitted !== 'string') {
    if (admitted.refused === 'too-many-requests') await auditThrottled(ports, attempt);
    return admitted;
  }
  try {
    return await signIn(ports, attempt, { password: body.password, lane: admitted });
  } catch (cause) {
    if (!(cause instanceof VaultBusy)) throw cause;
    await giveBackAttempt(ports.limits, attempt.keys);
    return refuse('busy', { retryAfter: BUSY_RETRY_S });
  }
}

async function signIn(
  ports: LoginPorts,
  { name, client, keys }: Attempt,
  { password, lane }: { readonly password: string; readonly lane: PasswordLane },
): Promise<Reply> {
  const found = name === null ? null : await ports.accounts.find(name);
  if (found !== null && !found.isNewest) throw new AccountChanged(found.account.userId);
  const dataKey = await ports.vault.openWithPassword({
    userId: found?.account.userId ?? NO_ONE,
    password,
    keyRecord: found?.keyRecord ?? null,
    lane,
  });
  const now = ports.clock.now();
  if (found === null || dataKey === null) {
    if (lane !== 'known') ports.workDemand.failed(now);
    const userId = found?.account.userId;
    await ports.audit.append({
      at: now,
      event: 'login-refused',
      ip: client.ip,
      ...(userId === undefined ? {} : { userId }),
    });
    return refuse('wrong-credentials');
  }
  const { userId } = found.account;
  const { passwordSalt } = found.keyRecord;
  await renewPepper(ports, found, { dataKey, password });
  const user = { account: found.account, passwordSalt, dataKey };
  const started = await startSession(ports, user, client);
  if (started === null) return refuse('wrong-credentials');
  await clearAttempts(ports.limits, keys);
  await ports.audit.append({
    at: now,
    event: 'login',
    ip: client.ip,
    userId,
    sessionId: started.session.id,
  });
  return signedInResponse(found.account, started.tokens);
}

/** A replaced pepper ends with the users who sign in. One who is not re-wrapped now is at the next sign-in. */
async function renewPepper(
  { accounts, vault }: Pick<LoginPorts, 'accounts' | 'vault'>,
  { account: { userId }, keyRecord }: FoundAccount,
  { dataKey, password }: { readonly dataKey: DataKey; readonly password: string },
): Promise<void> {
  try {
    const record = await vault.renewPepper(dataKey, { userId, password, keyRecord });
    if (record === null) return;
    await accounts.setPepper({ userId, record, passwordSalt: keyRecord.passwordSalt });
  } catch (cause) {
    if (!(cause instanceof VaultBusy)) throw cause;
  }
}

/** @returns the name a user entered, normalized; null when it is not valid */
export function nameOf(body: { email: string } | { phone: string }): AccountName | null {
  if ('email' in body) {
    const email = normalizeEmail(body.email);
    return email === null ? null : { email };
  }
  const phone = normalizePhone(body.phone);
  return phone === null ? null : { phone };
}

async function auditThrottled(
  { accounts, limits, audit, clock }: LoginPorts,
  { name, client, keys }: Attempt,
): Promise<void> {
  const { ip } = client;
  const at = clock.now();
  const [counter = ''] = keys.own[0] ?? [];
  if ((await limits.takeQuota(`throttled ${counter}`, throttledAudits, at)) > 0) return;
  const found = name === null ? null : await accounts.find(name);
  const who = found === null ? {} : { userId: found.account.userId };
  await audit.append({ at, event: 'login-throttled', ip, ...who });
}
