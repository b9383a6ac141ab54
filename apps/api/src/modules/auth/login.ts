import type { login } from '#wire/auth/login';
import type { ResponseOf } from '#wire/contract';
import { type Client, type Handler, type Refusal, refuse } from '../../application/call.ts';
import {
  AccountChanged,
  type AccountName,
  type Accounts,
  type FoundAccount,
} from '../../ports/accounts.ts';
import type { AttemptLimits, QuotaRule } from '../../ports/attempt-limits.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import { type DataKey, type KeyVault, VaultBusy } from '../../ports/key-vault.ts';
import type { Places } from '../../ports/places.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { Sessions } from '../../ports/sessions.ts';
import type { WorkPuzzles } from '../../ports/work-puzzles.ts';
import { normalizeEmail, normalizePhone } from './accounts/account-name.ts';
import {
  type AttemptKeys,
  attemptKeys,
  clearAttempts,
  giveBackAttempt,
  takeAttempt,
} from './accounts/login-attempts.ts';
import { signedInResponse, startSession } from './sessions/sign-in-session.ts';

export interface LoginPorts {
  readonly accounts: Accounts;
  readonly sessions: Pick<Sessions, 'start'>;
  readonly unboundSessionMs: number;
  readonly vault: KeyVault;
  readonly limits: AttemptLimits;
  readonly puzzles: WorkPuzzles;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
  readonly places: Places;
}

type Reply = ResponseOf<typeof login> | Refusal;

const NO_ONE = '00000000-0000-0000-0000-000000000000';
export const BUSY_RETRY_S = 3;
/** A flood of guesses must not fill the log. */
const throttledAudits: QuotaRule = { most: 1, windowMs: 60_000 };

/**
 * Signs in by email or phone. An unknown user and a wrong password get the same response after the same work, and
 * only failures count against the limits.
 */
export function createLogin(ports: LoginPorts): Handler<typeof login> {
  return async ({ body, client }) => {
    const name = nameOf(body);
    const keys = attemptKeys(name, client.ip);
    const attempt = { name, client, keys };
    const wait = await takeAttempt(ports.limits, keys, ports.clock.now());
    if (wait > 0) {
      await auditThrottled(ports, attempt);
      return refuse('too-many-requests', { retryAfter: wait });
    }
    try {
      return await signIn(ports, attempt, body.password);
    } catch (cause) {
      if (!(cause instanceof VaultBusy)) throw cause;
      await giveBackAttempt(ports.limits, keys);
      return refuse('busy', { retryAfter: BUSY_RETRY_S });
    }
  };
}

/** The account name and client of a sign-in, and the keys under which the attempt is counted. */
interface Attempt {
  readonly name: AccountName | null;
  readonly client: Client;
  readonly keys: AttemptKeys;
}

async function signIn(
  ports: LoginPorts,
  { name, client, keys }: Attempt,
  password: string,
): Promise<Reply> {
  const found = name === null ? null : await ports.accounts.find(name);
  if (found !== null && !found.isNewest) throw new AccountChanged(found.account.userId);
  const dataKey = await ports.vault.openWithPassword({
    userId: found?.account.userId ?? NO_ONE,
    password,
    keyRecord: found?.keyRecord ?? null,
  });
  const now = ports.clock.now();
  if (found === null || dataKey === null) {
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
  if ((await limits.takeQuota(`throttled ${keys.both}`, throttledAudits, at)) > 0) return;
  const found = name === null ? null : await accounts.find(name);
  const who = found === null ? {} : { userId: found.account.userId };
  await audit.append({ at, event: 'login-throttled', ip, ...who });
}
