import { networkOf } from '../application/client-address.ts';
import type {
  AccountRecovery,
  CodeRequest,
  CodesRefused,
  RegisteringAccount,
  TypedCodes,
} from '../ports/account-recovery.ts';
import { type AccountSigner, signedFields } from '../ports/account-signatures.ts';
import type { Audit } from '../ports/audit.ts';
import { copySecret } from '../ports/copy-secret.ts';
import type { DataKey } from '../ports/key-vault.ts';
import type { RecoverableAccounts } from '../ports/recoverable-accounts.ts';
import type { RecoveryKey } from '../ports/recovery-key.ts';
import { type ChallengePorts, createChallenge, tryCodes } from './code-challenge.ts';
import { type CodeSubject, ofRegistration, ofUnknown, ofUser } from './code-subject.ts';
import { sendPhoneCode } from './send-phone-code.ts';

export interface AccountRecoveryPorts extends ChallengePorts {
  readonly key: RecoveryKey;
  readonly signer: AccountSigner;
  readonly accounts: RecoverableAccounts;
  readonly audit: Audit;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
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
      sendPhoneCode(ports, await subjectOf(ports, request), typed),
    completeRegistration: (registration, typed) => complete(ports, registration, typed),
    recover: (userId, typed) => recover(ports, userId, typed),
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

async function subjectOf(ports: AccountRecoveryPorts, request: CodeRequest): Promise<CodeSubject> {
  if ('unknownName' in request) return ofUnknown(request.purpose, request.unknownName);
  if (request.purpose === 'register') return ofRegistration(request, request.receives);
  const { userId } = request;
  const found = await findSigned(ports, userId);
  // Codes of a user whose account no longer has its signature go to no one.
  return found === null ? { ...ofUnknown('reset', ''), subject: userId } : ofUser(found.account);
}

async function findSigned({ accounts, signer, report }: AccountRecoveryPorts, userId: string) {
  const found = await accounts.find(userId);
  if (found === null || found.signature === null) return null;
  if (signer.isSigned(found.account, found.signature)) return found;
  const cause = new Error(`The account of ${userId} was changed by something else.`);
  report({ message: 'An account does not have its signature.', cause });
  return null;
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
    dataKey = await ports.key.unwrap(found.recoveryWrap, found.account);
    return { kind: 'right', challengeId, dataKey };
  } finally {
    if (dataKey === null) await ports.codes.release(challengeId);
  }
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
