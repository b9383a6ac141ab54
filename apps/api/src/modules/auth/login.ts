import {
  ABSOLUTE_MS,
  ACCESS_TOKEN_MS,
  MOST_SESSIONS_PER_USER,
} from '#domain/session/session-limits';
import type { login } from '#wire/auth/login';
import type { User } from '#wire/auth/user';
import type { ResponseOf } from '#wire/contract';
import { type Client, type Handler, type Refusal, refuse } from '../../http/handler.ts';
import type { Account, AccountName, Accounts } from '../../ports/accounts.ts';
import type { AttemptLimits } from '../../ports/attempt-limits.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import { type DataKey, type KeyVault, VaultBusy } from '../../ports/key-vault.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { Sessions } from '../../ports/sessions.ts';
import { normaliseEmail, normalisePhone } from './account-name.ts';
import { type IssuedTokens, issueTokens } from './issue-tokens.ts';
import { type AttemptKeys, attemptKeys, takeAttempt } from './login-attempts.ts';

export interface LoginPorts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly vault: KeyVault;
  readonly limits: AttemptLimits;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
}

type Answer = ResponseOf<typeof login> | Refusal;

const NOBODY = '00000000-0000-0000-0000-000000000000';
const BUSY_RETRY_S = 3;

/**
 * Signs in by e-mail or phone. Somebody unknown and a wrong password get the same answer after the same work,
 * and only failures count against the limits.
 */
export function createLogin(ports: LoginPorts): Handler<typeof login> {
  return async ({ body, client }) => {
    const name = nameOf(body);
    const keys = attemptKeys(name, client.ip);
    const wait = await takeAttempt(ports.limits, keys, ports.clock.now());
    if (wait > 0) return refuse('too-many-requests', { retryAfter: wait });
    try {
      return await signIn(ports, name, body.password, client, keys);
    } catch (cause) {
      if (!(cause instanceof VaultBusy)) throw cause;
      await giveBack(ports.limits, keys);
      return refuse('busy', { retryAfter: BUSY_RETRY_S });
    }
  };
}

async function signIn(
  ports: LoginPorts,
  name: AccountName | null,
  password: string,
  client: Client,
  keys: AttemptKeys,
): Promise<Answer> {
  const found = name === null ? null : await ports.accounts.find(name);
  const dataKey = await ports.vault.openWithPassword({
    userId: found?.account.userId ?? NOBODY,
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
  const { sessionId, tokens } = await startSession(ports, found.account.userId, dataKey, client);
  await giveBack(ports.limits, keys);
  await ports.audit.append({
    at: now,
    event: 'login',
    ip: client.ip,
    userId: found.account.userId,
    sessionId,
  });
  return answerOf(found.account, tokens);
}

async function startSession(
  ports: LoginPorts,
  userId: string,
  dataKey: DataKey,
  client: Client,
): Promise<{ sessionId: string; tokens: IssuedTokens }> {
  const now = ports.clock.now();
  const sessionId = ports.randomness.uuid();
  const endsAt = new Date(now.getTime() + ABSOLUTE_MS);
  const tokens = issueTokens(ports, { userId, sessionId, endsAt }, dataKey, now);
  dataKey.fill(0);
  const { ip, userAgent } = client;
  await ports.sessions.start(
    { id: sessionId, userId, userAgent, ip, now, endsAt, tokens: tokens.stored },
    MOST_SESSIONS_PER_USER,
  );
  return { sessionId, tokens };
}

function nameOf(body: { email: string } | { phone: string }): AccountName | null {
  if ('email' in body) {
    const email = normaliseEmail(body.email);
    return email === null ? null : { email };
  }
  const phone = normalisePhone(body.phone);
  return phone === null ? null : { phone };
}

async function giveBack(limits: AttemptLimits, keys: AttemptKeys): Promise<void> {
  await Promise.all([
    limits.giveBack(keys.ip),
    limits.clear(keys.account),
    limits.clear(keys.both),
  ]);
}

function answerOf(account: Account, tokens: IssuedTokens): ResponseOf<typeof login> {
  const user = userOf(account);
  const { accessToken: access_token, refreshToken: refresh_token } = tokens;
  return {
    user,
    access_token,
    refresh_token,
    token: access_token,
    expires_in: ACCESS_TOKEN_MS / 1000,
    data: { user, token: access_token, access_token, refresh_token },
  };
}

function userOf({ userId, name, email, phone, wallet }: Account): User {
  return {
    id: userId,
    name,
    email,
    phone,
    avatar: '/marks/logo.svg',
    wallet: {
      id: wallet.id,
      name: wallet.name,
      publicWalletAddress: wallet.publicAddress,
      privateWalletAddress: wallet.privateAddress,
      railgunAddress: wallet.privateAddress,
    },
  };
}
