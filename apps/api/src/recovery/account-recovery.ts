import { networkOf } from '../application/client-address.ts';
import type {
  AccountRecovery,
  CodeRequest,
  CodesRefused,
  RegisteringAccount,
  TypedCodes,
} from '../ports/account-recovery.ts';
import { signedFields } from '../ports/account-signatures.ts';
import type { Audit } from '../ports/audit.ts';
import { copySecret } from '../ports/copy-secret.ts';
import type { DataKey } from '../ports/key-vault.ts';
import type { RecoveryKey } from '../ports/recovery-key.ts';
import { createChallenge, type RequestedChallenge, tryCodes } from './code-challenge.ts';
import { type CodeSubject, ofRegistration, ofUnknown, ofUser } from './code-subject.ts';
import {
  type ContactChangePorts,
  cancelContactChange,
  confirmContactChange,
  subjectOfChange,
} from './contact-changes.ts';
import { enrolKeys } from './enrol-keys.ts';
import { findSigned } from './find-signed.ts';
import { sendPhoneCode } from './send-phone-code.ts';

export interface AccountRecoveryPorts extends ContactChangePorts {
  readonly key: RecoveryKey;
  readonly audit: Audit;
  /** Whether accounts may be enrolled without codes. */
  readonly isSandbox: boolean;
}

/** Codes and the recovery key in one place. What it is told about a user, it reads from the account's signature. */
export function createAccountRecovery(ports: AccountRecoveryPorts): AccountRecovery {
  const { key, signer, codes, isSandbox } = ports;
  return {
    kind: async () => key.kind,
    wrap: (registering, dataKey) => key.wrapForRegistration(dataKey, bindingOf(registering)),
    async sendCodes(request, delivery) {
      await createChallenge(ports, await subjectOf(ports, request), delivery);
    },
    sendPhoneCode: async (request, typed) =>
      sendPhoneCode(ports, (await subjectOf(ports, request)).of, typed),
    completeRegistration: (registration, typed) => complete(ports, registration, typed),
    recover: (userId, typed) => recover(ports, userId, typed),
    confirmContactChange: (userId, typed) => confirmContactChange(ports, userId, typed),
    cancelContactChange: (userId) => cancelContactChange(ports, userId),
    confirm: (confirmed, typed) => confirm(ports, confirmed, typed),
    enrolKeys: (enrolment) => enrolKeys(ports, enrolment),
    release: (challengeId) => codes.release(challengeId),
    forget: (userId) => key.forget(userId),
    async enroll(account, dataKey) {
      if (!isSandbox) throw new Error('Accounts are enrolled by their codes.');
      return {
        recoveryWrap: await key.wrap(dataKey, account),
        signature: signer.sign(account),
      };
    },
  };
}

async function subjectOf(
  ports: AccountRecoveryPorts,
  request: CodeRequest,
): Promise<RequestedChallenge> {
  if ('unknownName' in request) {
    return { of: ofUnknown(request.purpose, request.unknownName) };
  }
  if (request.purpose === 'register') {
    return { of: ofRegistration(request, request.receives) };
  }
  const { userId } = request;
  if (request.purpose === 'contact-change') return subjectOfChange(ports, userId, request.contact);
  const { purpose } = request;
  const found = await findSigned(ports, userId);
  // Codes of a user whose account no longer has its signature go to no one.
  if (found === null) return { of: { ...ofUnknown(purpose, ''), subject: userId } };
  return { of: ofUser(found.account, purpose) };
}

type Completion = Awaited<ReturnType<AccountRecovery['completeRegistration']>>;

async function complete(
  ports: AccountRecoveryPorts,
  registration: (RegisteringAccount & { readonly wrap: Uint8Array }) | null,
  typed: Parameters<AccountRecovery['completeRegistration']>[1],
): Promise<Completion> {
  const of =
    registration === null ? ofUnknown('register', typed.unknownName) : ofRegistration(registration);
  const tried = await tryOnce(ports, of, typed);
  if (tried.kind !== 'right') return tried;
  if (registration === null) return { kind: 'wrong' };
  const { account, wrap } = registration;
  const { userId } = account;
  if (typed.needsDataKey) {
    const capped = await countRecovery(ports, userId, typed.ip);
    if (capped !== null) {
      await ports.codes.release(tried.challengeId);
      return capped;
    }
  }
  const dataKey = await ports.key.unwrapForRegistration(wrap, bindingOf(registration));
  try {
    const recoveryWrap = await ports.key.wrap(dataKey, account);
    const signature = ports.signer.sign(account);
    const given = typed.needsDataKey ? (copySecret(dataKey) as DataKey) : null;
    return { kind: 'right', dataKey: given, recoveryWrap, signature };
  } finally {
    dataKey.fill(0);
  }
}

async function recover(
  ports: AccountRecoveryPorts,
  userId: string | null,
  typed: TypedCodes & { readonly unknownName: string },
): ReturnType<AccountRecovery['recover']> {
  const found = userId === null ? null : await findSigned(ports, userId);
  const of = found === null ? ofUnknown('reset', typed.unknownName) : ofUser(found.account);
  const tried = await tryOnce(ports, of, typed);
  if (tried.kind !== 'right') return tried;
  if (found === null) return { kind: 'wrong' };
  const { challengeId } = tried;
  let dataKey: DataKey | null = null;
  try {
    const capped = await countRecovery(ports, found.account.userId, typed.ip);
    if (capped !== null) return capped;
    await ports.limits.clearTries({ ...of, requester: tried.requester });
    await cancelContactChangeOf(ports, found.account.userId, typed.ip);
    dataKey = await ports.key.unwrap(found.recoveryWrap, found.account);
    return { kind: 'right', challengeId, dataKey };
  } finally {
    if (dataKey === null) await ports.codes.release(challengeId);
  }
}

/** Whoever resets the password has both contacts: someone else may have begun the change. */
async function cancelContactChangeOf(
  ports: AccountRecoveryPorts,
  userId: string,
  ip: string,
): Promise<void> {
  if (!(await cancelContactChange(ports, userId))) return;
  const at = ports.clock.now();
  await ports.audit.append({ at, event: 'contact-change-cancelled', ip, userId });
}

async function confirm(
  ports: AccountRecoveryPorts,
  { userId, purpose }: Parameters<AccountRecovery['confirm']>[0],
  typed: TypedCodes,
): ReturnType<AccountRecovery['confirm']> {
  const found = await findSigned(ports, userId);
  const of = found === null ? ofUnknown(purpose, '') : ofUser(found.account, purpose);
  const tried = await tryOnce(ports, of, typed);
  if (tried.kind !== 'right') return tried;
  const { challengeId, requester } = tried;
  await ports.limits.clearTries({ ...of, requester });
  return { kind: 'right', challengeId };
}

/** Right codes are used with their first submission. */
async function tryOnce(ports: AccountRecoveryPorts, of: CodeSubject, typed: TypedCodes) {
  const tried = await tryCodes(ports, of, typed);
  if (tried.kind !== 'right') return tried;
  const isFirst = await ports.codes.use(tried.challengeId, ports.clock.now());
  return isFirst ? tried : ({ kind: 'wrong' } as const);
}

/** Counted, and recorded before it happens. @returns null when the wallet may be opened */
async function countRecovery(
  { limits, audit, clock }: AccountRecoveryPorts,
  userId: string,
  ip: string,
): Promise<Extract<CodesRefused, { kind: 'capped' }> | null> {
  const at = clock.now();
  const seconds = await limits.takeRecovery({ userId, network: networkOf(ip) }, at);
  const event = seconds > 0 ? 'recovery-capped' : 'recovery-unwrapped';
  await audit.append({ at, event, ip, userId });
  return seconds > 0 ? { kind: 'capped', seconds } : null;
}

/** What a registration's wrap is bound to, so that none of it can be exchanged before it is complete. */
function bindingOf({ registrationId, account }: RegisteringAccount): readonly string[] {
  return [registrationId, account.name, ...signedFields(account)];
}
