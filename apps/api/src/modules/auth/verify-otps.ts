import type { verifyOtps } from '#wire/auth/verify-otps';
import type { BodyOf, ResponseOf } from '#wire/contract';
import { normalizeEmail } from '../../application/account-name.ts';
import { type Client, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Audit } from '../../ports/audit.ts';
import type { EnrolledAccount } from '../../ports/key-enrolment.ts';
import type { DataKey, KeyVault } from '../../ports/key-vault.ts';
import type { FoundRegistration, Registrations } from '../../ports/registrations.ts';
import { recoveryCapped } from './accounts/recovery-capped.ts';
import { type CodeLimits, clearAddress, triesFrom } from './codes/code-limits.ts';
import { requestersOf } from './codes/requester.ts';
import { type ClearTextsPorts, clearTexts, registrationTextNames } from './codes/text-lane.ts';
import { tooManyTries, withinLimits } from './codes/within-limits.ts';
import { hashToken, isTokenOf } from './sessions/session-token.ts';
import {
  makeSession,
  type SessionMakingPorts,
  signedInResponse,
} from './sessions/sign-in-session.ts';

export interface VerifyOtpsPorts extends SessionMakingPorts, ClearTextsPorts {
  readonly recovery: Pick<AccountRecovery, 'completeRegistration'>;
  readonly registrations: Pick<Registrations, 'find' | 'complete'>;
  readonly codeLimits: CodeLimits;
  readonly vault: SessionMakingPorts['vault'] & Pick<KeyVault, 'openWithToken'>;
  readonly audit: Audit;
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
  const token = body.registrationToken ?? null;
  const mayBe = found !== null && mayComplete(found, token) ? found : null;
  const { emailOTP, phoneOTP } = body;
  const network = token === null ? null : (mayBe?.network ?? null);
  const codes = {
    emailOTP,
    phoneOTP,
    ip: client.ip,
    requesters: requestersOf(client, network),
    unknownName: email,
    needsDataKey: token === null,
  };
  const outcome = await ports.recovery.completeRegistration(mayBe && registeringOf(mayBe), codes);
  if (outcome.kind === 'capped') return recoveryCapped(outcome.seconds);
  if (outcome.kind !== 'right' || mayBe === null) return refused(ports, client);
  const dataKey = outcome.dataKey ?? openWithToken(ports, mayBe, token);
  const proven = { registration: mayBe, enrolled: outcome, dataKey, phoneOTP };
  return complete(ports, proven, client);
}

function registeringOf({ id: registrationId, account, keyRecord }: FoundRegistration) {
  return { registrationId, account, wrap: keyRecord.recoveryWrap };
}

/** A registration whose codes were correct. */
interface ProvenRegistration {
  readonly registration: FoundRegistration;
  readonly enrolled: EnrolledAccount;
  readonly dataKey: DataKey;
  readonly phoneOTP: string;
}

async function complete(
  ports: VerifyOtpsPorts,
  { registration, enrolled, dataKey, phoneOTP }: ProvenRegistration,
  client: Client,
): Promise<ResponseOf<typeof verifyOtps> | Refusal> {
  const { account, keyRecord } = registration;
  const user = { account, passwordSalt: keyRecord.passwordSalt, dataKey };
  const { session, tokens } = makeSession(ports, user, client);
  const now = ports.clock.now();
  const completion = { registration, enrolled, session, now };
  if (!(await ports.registrations.complete(completion))) return refused(ports, client);
  await clearAddress(ports.codeLimits, client.ip);
  await clearTexts(ports, 'registrations', {
    ...{ names: registrationTextNames(account), ip: client.ip, phoneOTP },
    isKnownDevice: false,
  });
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
export function mayComplete(
  { tokenHash, isContested }: FoundRegistration,
  token: string | null,
): boolean {
  if (token === null) return !isContested;
  return isTokenOf('registration', token) && hashToken(token).equals(tokenHash);
}

function openWithToken(
  { vault }: Pick<VerifyOtpsPorts, 'vault'>,
  { id, account, tokenWrap }: FoundRegistration,
  token: string | null,
): DataKey {
  if (token === null) throw new Error('Without its token, recovery opens a registration.');
  const owner = { userId: account.userId, sessionId: id, kind: 'registration', token } as const;
  return vault.openWithToken(tokenWrap, owner);
}
