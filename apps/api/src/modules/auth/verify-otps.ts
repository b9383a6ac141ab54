import type { verifyOtps } from '#wire/auth/verify-otps';
import type { BodyOf, ResponseOf } from '#wire/contract';
import { type Client, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { DataKey, KeyVault } from '../../ports/key-vault.ts';
import type { FoundRegistration, Registrations } from '../../ports/registrations.ts';
import { normalizeEmail } from './accounts/account-name.ts';
import { type RecoveryPorts, recoverDataKey } from './accounts/recover-data-key.ts';
import { type ChallengePorts, tryCodes, unknownSubject } from './codes/code-challenge.ts';
import { type CodeLimits, clearAddress, triesFrom } from './codes/code-limits.ts';
import { tooManyTries, withinLimits } from './codes/within-limits.ts';
import { hashToken, isTokenOf } from './sessions/session-token.ts';
import {
  makeSession,
  type SessionMakingPorts,
  signedInResponse,
} from './sessions/sign-in-session.ts';

export interface VerifyOtpsPorts extends ChallengePorts, RecoveryPorts, SessionMakingPorts {
  readonly registrations: Registrations;
  readonly codeLimits: CodeLimits;
  readonly vault: RecoveryPorts['vault'] &
    SessionMakingPorts['vault'] &
    Pick<KeyVault, 'openWithToken'>;
  readonly randomness: ChallengePorts['randomness'];
}

type Submission = BodyOf<typeof verifyOtps>;

/** Completes a registration: both codes create the account, its wallet and its first session together. */
export function createVerifyOtps(ports: VerifyOtpsPorts): Handler<typeof verifyOtps> {
  return ({ body, client }) =>
    withinLimits(ports, { counters: triesFrom(client.ip), tooMany: tooManyTries }, () =>
      verify(ports, body, client),
    );
}

async function verify(
  ports: VerifyOtpsPorts,
  body: Submission,
  client: Client,
): Promise<ResponseOf<typeof verifyOtps> | Refusal> {
  const email = normalizeEmail(body.email) ?? 'unknown';
  const found = await ports.registrations.find(email, ports.clock.now());
  const subject = found?.id ?? unknownSubject(email);
  const tried = await tryCodes(ports, { purpose: 'register', subject, counters: [] }, body);
  const token = body.registrationToken ?? null;
  if (found === null || tried.kind !== 'right' || !mayComplete(found, token)) {
    return refused(ports, client);
  }
  const opened = await openDataKey(ports, found, { token, ip: client.ip });
  if (!opened.ok) return opened.refusal;
  return complete(
    ports,
    { registration: found, challengeId: tried.challengeId, dataKey: opened.dataKey },
    client,
  );
}

/** A registration whose codes were correct. */
interface ProvenRegistration {
  readonly registration: FoundRegistration;
  readonly challengeId: string;
  readonly dataKey: DataKey;
}

async function complete(
  ports: VerifyOtpsPorts,
  { registration, challengeId, dataKey }: ProvenRegistration,
  client: Client,
): Promise<ResponseOf<typeof verifyOtps> | Refusal> {
  const { account, keyRecord } = registration;
  const user = { account, passwordSalt: keyRecord.passwordSalt, dataKey };
  const { session, tokens } = makeSession(ports, user, client);
  const now = ports.clock.now();
  const completion = { registration, challengeId, session, now };
  if (!(await ports.registrations.complete(completion))) return refused(ports, client);
  await clearAddress(ports.codeLimits, client.ip);
  await ports.audit.append({
    at: now,
    event: 'account-created',
    ip: client.ip,
    userId: account.userId,
    sessionId: session.id,
  });
  return signedInResponse(account, tokens);
}

async function refused(ports: VerifyOtpsPorts, client: Client): Promise<Refusal> {
  await ports.audit.append({ at: ports.clock.now(), event: 'codes-refused', ip: client.ip });
  return refuse('codes-not-right');
}

/** Without its token, a registration may be completed only when no one else began one meanwhile. */
function mayComplete({ tokenHash, isContested }: FoundRegistration, token: string | null): boolean {
  if (token === null) return !isContested;
  return isTokenOf('registration', token) && hashToken(token).equals(tokenHash);
}

async function openDataKey(
  ports: VerifyOtpsPorts,
  { id, account, keyRecord, tokenWrap }: FoundRegistration,
  { token, ip }: { readonly token: string | null; readonly ip: string },
): Promise<{ ok: true; dataKey: DataKey } | { ok: false; refusal: Refusal }> {
  const { userId } = account;
  if (token === null) {
    return recoverDataKey(ports, { userId, recoveryWrap: keyRecord.recoveryWrap }, ip);
  }
  const owner = { userId, sessionId: id, kind: 'registration', token } as const;
  return { ok: true, dataKey: ports.vault.openWithToken(tokenWrap, owner) };
}
