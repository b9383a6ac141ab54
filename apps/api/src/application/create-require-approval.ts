import type { ApprovalMethod, ApprovalRequest } from '#wire/security/approval';
import type { Approvals } from '../ports/approvals.ts';
import type { Audit } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';
import type { PasskeyVerifier } from '../ports/passkey-verifier.ts';
import type { Randomness } from '../ports/randomness.ts';
import type { RowSeals } from '../ports/row-seals.ts';
import type { Factors } from '../ports/second-factors.ts';
import {
  type ApprovalAttempt,
  admitCode,
  type CodeCounterPorts,
  clearCodes,
} from './approval-attempts.ts';
import {
  type PresentedProof,
  type ProofPorts,
  parseApproval,
  verifyProof,
} from './approval-proofs.ts';
import { type Refusal, refuse } from './call.ts';
import type { ApprovalSubject, RequireApproval } from './require-approval.ts';
import { tooMany } from './too-many-requests.ts';

export interface ApprovalPorts extends ProofPorts, CodeCounterPorts {
  readonly approvals: Omit<Approvals, 'sweep'>;
  readonly passkeyVerifier: Pick<PasskeyVerifier, 'rpId' | 'verifyUse'>;
  readonly seals: Pick<RowSeals, 'seal'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
}

const VALID_MS = 5 * 60_000;
const MOST_TRIES = 5;
const MOST_OPEN = 20;

/** What may approve a subject, and what it is. */
interface Approvable {
  readonly request: Parameters<RequireApproval>[0];
  readonly subject: ApprovalSubject;
  readonly factors: Factors;
  readonly methods: readonly ApprovalMethod[];
}

/**
 * Approvals are bound to one request: the challenge is a keyed hash over all of it, which is computed again for the
 * request that presents the approval. Each is used once.
 */
export function createRequireApproval(ports: ApprovalPorts): RequireApproval {
  return async (request, subject) => {
    const stored = await ports.secondFactors.find(request.session.userId);
    const factors = withoutLater(stored, subject);
    const methods = methodsOf(factors, subject);
    if (methods.length === 0) return { kind: 'no-factor' };
    const approvable = { request, subject, factors, methods };
    const { approval } = request.client;
    if (approval === null) return openApproval(ports, approvable);
    const presented = parseApproval(approval);
    if (presented === null) return refuse('approval-not-valid');
    return approve(ports, approvable, presented);
  };
}

async function approve(
  ports: ApprovalPorts,
  approvable: Approvable,
  { id, proof }: { readonly id: string; readonly proof: PresentedProof },
): ReturnType<RequireApproval> {
  const { request, factors, methods, subject } = approvable;
  const { session, client } = request;
  const { userId, sessionId } = session;
  const now = ports.clock.now();
  const found = await ports.approvals.find({ id, userId, sessionId });
  if (found === null || found.expiresAt <= now) return openApproval(ports, approvable);
  const challenge = challengeOf(ports.seals, approvable, { id, expiresAt: found.expiresAt });
  if (!Buffer.from(challenge).equals(found.challenge)) return openApproval(ports, approvable);
  const attempt: ApprovalAttempt = { userId, sessionId, device: client.device, now };
  const wait = proof.method === 'passkey' ? 0 : await admitCode(ports, attempt, proof.method);
  if (wait > 0) return tooMany(wait);
  const isTry = await ports.approvals.countTry(id, MOST_TRIES, now);
  if (!isTry) return openApproval(ports, approvable);
  const isRight =
    methods.includes(proof.method) &&
    (await verifyProof(ports, proof, {
      ...{ userId, sessionId, ip: client.ip, now, factors },
      challenge: base64url(challenge),
      addedBefore: subject.addedBefore ?? null,
    }));
  if (!isRight) {
    const entry = { at: now, ip: client.ip, userId, sessionId };
    await ports.audit.append({ ...entry, event: 'approval-refused' });
    return refuse('approval-not-valid');
  }
  if (proof.method !== 'passkey') await clearCodes(ports, attempt, proof.method);
  const isFirst = await ports.approvals.close(id, now);
  return isFirst ? { kind: 'approved', by: proof.method } : openApproval(ports, approvable);
}

async function openApproval(ports: ApprovalPorts, approvable: Approvable): Promise<Refusal> {
  const { request, subject, factors, methods } = approvable;
  const { userId, sessionId } = request.session;
  const id = ports.randomness.uuid();
  const expiresAt = new Date(ports.clock.now().getTime() + VALID_MS);
  const challenge = challengeOf(ports.seals, approvable, { id, expiresAt });
  await ports.approvals.open({ id, userId, sessionId }, { challenge, expiresAt }, MOST_OPEN);
  const approval: ApprovalRequest = {
    id,
    reasons: [...subject.reasons],
    methods: [...methods],
    expiresAt: expiresAt.toISOString(),
    challenge: base64url(challenge),
    rpId: ports.passkeyVerifier.rpId,
    credentialIds: factors.passkeys.map(({ credentialId }) => credentialId),
    ...(subject.payment === undefined ? {} : { payment: subject.payment }),
  };
  return refuse('approval-needed', { approval });
}

/** The random ID makes each challenge new, and the key one that only this server makes. */
function challengeOf(
  seals: Pick<RowSeals, 'seal'>,
  { request, subject }: Approvable,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: Date },
): Uint8Array {
  const { userId, sessionId } = request.session;
  const { reasons, fields, payment, isForPasskeys = false, addedBefore } = subject;
  return seals.seal({ table: 'approvals', id, owner: userId, counter: 0 }, [
    ...[sessionId, expiresAt.toISOString()],
    ...[String(isForPasskeys), addedBefore?.toISOString() ?? ''],
    ...[String(reasons.length), ...reasons],
    ...[String(fields.length), ...fields],
    payment === undefined ? '' : paymentText(payment),
  ]);
}

function paymentText(payment: NonNullable<ApprovalSubject['payment']>): string {
  const { kind, amount, symbol, decimals, chainId, chain, recipient } = payment;
  return JSON.stringify([kind, amount, symbol, decimals, chainId, chain, recipient]);
}

/** @returns the factors that were added early enough for this subject */
function withoutLater(factors: Factors, { addedBefore }: ApprovalSubject): Factors {
  if (addedBefore === undefined) return factors;
  const isEarly = ({ createdAt }: { readonly createdAt: Date }) => createdAt < addedBefore;
  const { passkeys, app, recoveryCodes } = factors;
  return {
    passkeys: passkeys.filter(isEarly),
    app: app !== null && isEarly(app) ? app : null,
    recoveryCodes: recoveryCodes !== null && isEarly(recoveryCodes) ? recoveryCodes : null,
  };
}

/** Recovery codes stand in for a factor: alone they are none. */
function methodsOf(
  { passkeys, app, recoveryCodes }: Factors,
  { isForPasskeys = false }: ApprovalSubject,
): readonly ApprovalMethod[] {
  const own: readonly ApprovalMethod[] = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(app === null || isForPasskeys ? [] : (['app'] as const)),
  ];
  const isWithCodes = own.length > 0 && recoveryCodes !== null && !isForPasskeys;
  return isWithCodes ? [...own, 'recovery-code'] : own;
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
