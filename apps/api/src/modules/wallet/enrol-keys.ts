import type { PrivateAddress } from '#domain/address/address';
import type { ToChecksumAddress } from '#domain/address/parse-public-address';
import type { ResponseOf } from '#wire/contract';
import type { enrolKeys } from '#wire/wallet/enrol-keys';
import type { PaymentGate } from '../../application/admit-payment.ts';
import {
  type Call,
  type Handler,
  type OpenedAccount,
  type Reauthenticate,
  type Refusal,
  refuse,
} from '../../application/call.ts';
import { refuseUnopened } from '../../application/refuse-unopened.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Account, Accounts } from '../../ports/accounts.ts';
import type { AttemptLimits, QuotaRule } from '../../ports/attempt-limits.ts';
import type { CustodyChallenges } from '../../ports/custody-challenges.ts';
import { type CustodyChanges, keepsWallet } from '../../ports/custody-changes.ts';
import { type KeyEnrolment, successionText } from '../../ports/key-enrolment.ts';
import type { KeyVault, SessionBearer, WalletAddresses } from '../../ports/key-vault.ts';
import type { Notice } from '../../ports/outbox.ts';
import type { SealedOwnerWrap } from '../../ports/owner-wraps.ts';
import { LABEL_NOT_VALID, labelOf, toSealed } from './custody/owner-wrap-view.ts';
import { IN_USE, type RequireEmptyPorts } from './custody/require-empty.ts';
import { type KeyAccessPorts, requireKeyAccess } from './custody/require-key-access.ts';
import { requireReplaceable } from './custody/require-replaceable.ts';

export interface EnrolKeysPorts extends KeyAccessPorts, RequireEmptyPorts {
  readonly reauthenticate: Reauthenticate;
  readonly gate: Pick<PaymentGate, 'refuseFrozen' | 'findHold'>;
  readonly vault: Pick<KeyVault, 'withPublicSigner' | 'withViewKey' | 'sealSight'>;
  readonly limits: Pick<AttemptLimits, 'takeQuota'>;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly recovery: Pick<AccountRecovery, 'enrolKeys' | 'cancelContactChange'>;
  readonly custodyChallenges: Pick<CustodyChallenges, 'verify'>;
  readonly custodyChanges: CustodyChanges;
  readonly toChecksumAddress: ToChecksumAddress;
  /** Seals what the server has of the wallet now for the pool's process, whatever it was given before. */
  readonly keyHandoff: { renew(bearer: SessionBearer): void };
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

type EnrolCall = Call<typeof enrolKeys>;

/** A call whose wallet was read, and whose password was right. */
interface Enrolling {
  readonly call: EnrolCall;
  readonly opened: OpenedAccount;
  readonly to: WalletAddresses;
  readonly wraps: readonly SealedOwnerWrap[];
}

/** Longer than a challenge is valid. */
const once: QuotaRule = { most: 1, windowMs: 15 * 60_000 };
const NEW_DEVICE =
  'You just signed in on a new device. For your protection, you can’t replace your keys yet.';
const AFTER_RESET =
  'You reset your password recently. For your protection, you can’t replace your keys for 24 hours.';

/** Replaces an assisted wallet without money by one that only its owner has the keys of, or gives up its keys. */
export function createEnrolKeys(ports: EnrolKeysPorts): Handler<typeof enrolKeys> {
  return async (call) => {
    const { session, client, body } = call;
    const frozen = await ports.gate.refuseFrozen(session.userId);
    if (frozen !== null) return frozen;
    if (session.custody === 'only-me') return refuse('custody-unchanged');
    const wraps = toWraps(body.wraps);
    if (wraps === null) return refuse('name-not-valid', { sentence: LABEL_NOT_VALID });
    const to = {
      publicAddress: ports.toChecksumAddress(body.address.toLowerCase() as `0x${string}`),
      privateAddress: body.privateAddress as PrivateAddress,
    };
    return ports.reauthenticate({ session, client, password: body.password }, (opened) =>
      enrolOnce(ports, { call, opened, to, wraps }),
    );
  };
}

async function enrolOnce(
  ports: EnrolKeysPorts,
  enrolling: Enrolling,
): Promise<ResponseOf<typeof enrolKeys> | Refusal> {
  const { call, opened, to } = enrolling;
  const { session, client, body } = call;
  const now = ports.clock.now();
  const refusal = await requireKeyAccess(ports, opened, {
    ...{ session, client, now, reason: 'enrol-keys' },
    fields: ['enrol-keys', to.publicAddress, to.privateAddress],
    sentences: { afterReset: AFTER_RESET, newDevice: NEW_DEVICE },
  });
  if (refusal !== null) return refusal;
  const challengeId = ports.custodyChallenges.verify(session, body.challenge, now);
  if (challengeId === null) return refuse('custody-challenge-over');
  const free = await requireReplaceable(
    ports,
    session,
    keepsWallet({ account: opened.account, to }),
  );
  if ('refused' in free) return free;
  // Only now, so that whatever is refused before it can be tried again with the same keys.
  const wait = await ports.limits.takeQuota(`custody challenge ${challengeId}`, once, now);
  return wait > 0 ? refuse('custody-challenge-over') : replace(ports, enrolling, free.begun);
}

async function replace(
  ports: EnrolKeysPorts,
  { call, opened, to, wraps }: Enrolling,
  begun: string,
): Promise<ResponseOf<typeof enrolKeys> | Refusal> {
  const { session, client } = call;
  const { account, keyRecord, dataKey } = opened;
  const enrolment = await toEnrolment(ports, { call, account, to });
  if ('refused' in enrolment) return enrolment;
  const { sight } = enrolment;
  const enrolled = await ports.recovery.enrolKeys(enrolment);
  if (enrolled.kind !== 'right') return refuse('keys-not-matching');
  const now = ports.clock.now();
  const { userId } = account;
  const after = ports.vault.sealSight(dataKey, { userId, sight });
  const outcome = await ports.custodyChanges.replace({
    ...{ account, to, wraps, begun, now, keepSessionId: session.sessionId },
    ...{ before: enrolled.before, after: enrolled.after },
    seedCiphertext: { before: keyRecord.seedCiphertext, after },
    notices: [noticeOf(account, { ip: client.ip, isKept: keepsWallet({ account, to }), now })],
  });
  if (outcome === 'in-use') return refuse('operations-open', { sentence: IN_USE });
  if (outcome !== 'replaced') return refuse('keys-not-matching');
  const { sessionId } = session;
  const event = 'custody-changed';
  await ports.audit.append({ at: now, event, ip: client.ip, userId, sessionId });
  await seeReplaced(ports, userId);
  ports.keyHandoff.renew(session);
  return { wallet: walletOf(account.wallet, to) };
}

/**
 * From now on, both processes take the account of before for what it is. A change of a contact that waits was confirmed
 * for that one, and ends.
 */
async function seeReplaced(
  { accounts, recovery, report }: Pick<EnrolKeysPorts, 'accounts' | 'recovery' | 'report'>,
  userId: string,
): Promise<void> {
  await accounts.findById(userId);
  try {
    await recovery.cancelContactChange(userId);
  } catch (cause) {
    report({ message: 'Account recovery did not see yet that a wallet was replaced.', cause });
  }
}

async function toEnrolment(
  { vault }: Pick<EnrolKeysPorts, 'vault'>,
  { call, account, to }: Pick<Enrolling, 'call' | 'to'> & { readonly account: Account },
): Promise<KeyEnrolment | Refusal> {
  const { challenge, proof, sight } = call.body;
  const { userId, wallet } = account;
  const named = { userId, walletId: wallet.id, from: wallet.publicAddress };
  const text = successionText(named, { ...to, challenge });
  const signed = await vault.withPublicSigner(call.session, (signer) => signer.signMessage(text));
  if (!signed.ok) return refuseUnopened(signed.reason);
  const succession = signed.value;
  return { userId, ...to, challenge, proof, succession, sight: Buffer.from(sight, 'hex') };
}

/** @returns null when one has no label that can be shown, or two have one ID */
function toWraps(given: EnrolCall['body']['wraps']): readonly SealedOwnerWrap[] | null {
  const wraps: SealedOwnerWrap[] = [];
  for (const { wrap, label: text } of given) {
    const label = labelOf(text);
    if (label === null || wraps.some(({ id }) => id === wrap.id)) return null;
    wraps.push(toSealed(wrap, label));
  }
  return wraps;
}

function noticeOf(
  { userId, name, email }: Account,
  { ip, isKept, now }: { readonly ip: string; readonly isKept: boolean; readonly now: Date },
): Notice {
  const content = { name, ip, at: now.toISOString(), ...(isKept && { addresses: 'kept' }) };
  return {
    ...{ topic: 'custody-changed', channel: 'email', recipient: email, userId, content },
    ...{ secret: null, expiresAt: null },
  };
}

function walletOf(
  { id, name }: Account['wallet'],
  { publicAddress, privateAddress }: WalletAddresses,
): ResponseOf<typeof enrolKeys>['wallet'] {
  return {
    ...{ id, name, custody: 'only-me' },
    publicWalletAddress: publicAddress,
    privateWalletAddress: privateAddress,
    railgunAddress: privateAddress,
  };
}
