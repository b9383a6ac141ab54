import { APPROVAL_METHODS, type ApprovalMethod } from '#wire/security/approval';
import { assertion as assertionSchema } from '#wire/security/second-factor';
import type { Accounts } from '../ports/accounts.ts';
import type { AppCodes } from '../ports/app-codes.ts';
import type { Audit } from '../ports/audit.ts';
import type { PasskeyVerifier } from '../ports/passkey-verifier.ts';
import type { Factors, SecondFactors } from '../ports/second-factors.ts';
import { appCodeOf, recoveryCodeOf } from './factor-codes.ts';
import { factorNotices } from './factor-notices.ts';

export interface ProofPorts {
  readonly secondFactors: Pick<
    SecondFactors,
    'find' | 'recordPasskeyUse' | 'takeAppStep' | 'takeRecoveryCode'
  >;
  readonly passkeyVerifier: Pick<PasskeyVerifier, 'verifyUse'>;
  readonly appCodes: Pick<AppCodes, 'stepOf'>;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly audit: Audit;
}

export interface PresentedProof {
  readonly method: ApprovalMethod;
  readonly text: string;
}

/** What a proof has to be right for. */
export interface ProofContext {
  readonly userId: string;
  readonly sessionId: string;
  readonly ip: string;
  readonly now: Date;
  readonly factors: Factors;
  /** Base64url. */
  readonly challenge: string;
  readonly addedBefore: Date | null;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** The present step, and the one before and after. */
const WINDOW = 1;

/** @returns an approval as the header has it; null when it is none */
export function parseApproval(
  text: string,
): { readonly id: string; readonly proof: PresentedProof } | null {
  const [id = '', named, ...rest] = text.split('.');
  const method = APPROVAL_METHODS.find((each) => each === named);
  if (!UUID.test(id) || method === undefined) return null;
  return { id, proof: { method, text: rest.join('.') } };
}

/** Uses a proof: whatever is right can be used only once. @returns whether it was right */
export function verifyProof(
  ports: ProofPorts,
  { method, text }: PresentedProof,
  context: ProofContext,
): Promise<boolean> {
  switch (method) {
    case 'passkey':
      return verifyPasskey(ports, text, context);
    case 'app':
      return verifyAppCode(ports, text, context);
    case 'recovery-code':
      return verifyRecoveryCode(ports, text, context);
  }
}

async function verifyPasskey(
  { passkeyVerifier, secondFactors }: ProofPorts,
  text: string,
  { userId, factors, challenge, now }: ProofContext,
): Promise<boolean> {
  const assertion = assertionSchema.safeParse(jsonIn(text));
  if (!assertion.success) return false;
  const { id } = assertion.data;
  const passkey = factors.passkeys.find(({ credentialId }) => credentialId === id);
  if (passkey === undefined) return false;
  const used = await passkeyVerifier.verifyUse(assertion.data, challenge, passkey);
  if (used === null) return false;
  return secondFactors.recordPasskeyUse({ userId, credentialId: id }, used.signCount, now);
}

async function verifyAppCode(
  { appCodes, secondFactors }: ProofPorts,
  text: string,
  { userId, factors: { app }, now }: ProofContext,
): Promise<boolean> {
  const code = appCodeOf(text);
  if (app === null || code === null) return false;
  const step = appCodes.stepOf(app.secret, code, { now, window: WINDOW });
  return step !== null && secondFactors.takeAppStep(userId, step);
}

async function verifyRecoveryCode(
  { accounts, secondFactors, audit }: ProofPorts,
  text: string,
  { userId, sessionId, ip, factors, addedBefore, now }: ProofContext,
): Promise<boolean> {
  const code = recoveryCodeOf(text);
  const account = await accounts.findById(userId);
  if (code === null || account === null) return false;
  const left = Math.max(0, (factors.recoveryCodes?.left ?? 0) - 1);
  const notices = factorNotices('recovery-code-used', account, { ip, at: now, left });
  const isUsed = await secondFactors.takeRecoveryCode(code, addedBefore, { userId, notices, now });
  if (isUsed) {
    await audit.append({ at: now, event: 'recovery-code-used', ip, userId, sessionId });
  }
  return isUsed;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    // No assertion then.
    return null;
  }
}
