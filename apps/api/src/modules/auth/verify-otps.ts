import type { verifyOtps } from '#wire/auth/verify-otps';
import type { ResponseOf } from '#wire/contract';
import { type Client, type Handler, type Refusal, refuse } from '../../http/handler.ts';
import { type DataKey, type KeyVault, VaultBusy } from '../../ports/key-vault.ts';
import type { FoundRegistration, Registrations } from '../../ports/registrations.ts';
import { normaliseEmail } from './account-name.ts';
import { type ChallengePorts, tryCodes } from './code-challenge.ts';
import type { CodeLimits } from './code-limits.ts';
import { BUSY_RETRY_S } from './login.ts';
import { type RecoveryPorts, recoverDataKey } from './recover-data-key.ts';
import { hashToken, isTokenOf } from './session-token.ts';
import { makeSession, type SessionMakingPorts, signedInAnswer } from './sign-in-session.ts';

export interface VerifyOtpsPorts extends ChallengePorts, RecoveryPorts, SessionMakingPorts {
  readonly registrations: Registrations;
  readonly codeLimits: CodeLimits;
  readonly vault: RecoveryPorts['vault'] &
    SessionMakingPorts['vault'] &
    Pick<KeyVault, 'openWithToken'>;
  readonly randomness: ChallengePorts['randomness'];
}

type Answer = ResponseOf<typeof verifyOtps> | Refusal;

/** Ends a registration: both codes make the account, its wallet and its first session at once. */
export function createVerifyOtps(ports: VerifyOtpsPorts): Handler<typeof verifyOtps> {
  return async ({ body, client }) => {
    const wait = await ports.codeLimits.takeTry(client.ip, ports.clock.now());
    if (wait > 0) return refuse('too-many-requests', { retryAfter: wait });
    try {
      return await verify(ports, body, client);
    } catch (cause) {
      if (!(cause instanceof VaultBusy)) throw cause;
      return refuse('busy', { retryAfter: BUSY_RETRY_S });
    }
  };
}

async function verify(
  ports: VerifyOtpsPorts,
  body: {
    email: string;
    emailOTP: string;
    phoneOTP: string;
    registrationToken?: string | undefined;
  },
  client: Client,
): Promise<Answer> {
  const email = normaliseEmail(body.email);
  const found = email === null ? null : await ports.registrations.find(email, ports.clock.now());
  const challengeId = await tryCodes(ports, 'register', found?.id ?? null, body);
  const token = body.registrationToken ?? null;
  if (found === null || challengeId === null || !mayEnd(found, token)) {
    return refused(ports, client);
  }
  const opened = await openDataKey(ports, found, token, client.ip);
  if (!opened.ok) return refuse('busy', { retryAfter: opened.wait });
  const { account, keyRecord } = found;
  const person = { account, passwordSalt: keyRecord.passwordSalt };
  const { session, tokens } = makeSession(ports, person, opened.dataKey, client);
  const now = ports.clock.now();
  const isDone = await ports.registrations.complete({
    registration: found,
    challengeId,
    session,
    now,
  });
  if (!isDone) return refused(ports, client);
  await ports.codeLimits.forgiveIp(client.ip);
  const { userId } = account;
  await ports.audit.append({
    at: now,
    event: 'account-created',
    ip: client.ip,
    userId,
    sessionId: session.id,
  });
  return signedInAnswer(account, tokens);
}

async function refused(ports: VerifyOtpsPorts, client: Client): Promise<Refusal> {
  await ports.audit.append({ at: ports.clock.now(), event: 'codes-refused', ip: client.ip });
  return refuse('codes-not-right');
}

/** Without its token a registration may be ended only when nobody else began one meanwhile. */
function mayEnd({ tokenHash, isContested }: FoundRegistration, token: string | null): boolean {
  if (token === null) return !isContested;
  return isTokenOf('registration', token) && hashToken(token).equals(tokenHash);
}

async function openDataKey(
  ports: VerifyOtpsPorts,
  { id, account, keyRecord, tokenWrap }: FoundRegistration,
  token: string | null,
  ip: string,
): Promise<{ ok: true; dataKey: DataKey } | { ok: false; wait: number }> {
  const { userId } = account;
  if (token === null) {
    return recoverDataKey(ports, { userId, recoveryWrap: keyRecord.recoveryWrap }, ip);
  }
  const owner = { userId, sessionId: id, kind: 'registration', token } as const;
  return { ok: true, dataKey: ports.vault.openWithToken(tokenWrap, owner) };
}
