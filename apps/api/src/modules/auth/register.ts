import type { register } from '#wire/auth/register';
import type { ResponseOf } from '#wire/contract';
import { type Client, type Handler, type Refusal, refuse } from '../../application/call.ts';
import { networkOf } from '../../application/client-address.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Account, Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { CommonPasswords } from '../../ports/common-passwords.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Notice } from '../../ports/outbox.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { Registration, Registrations } from '../../ports/registrations.ts';
import { normalizeEmail, normalizePhone, normalizeUserName } from './accounts/account-name.ts';
import { accountOf } from './accounts/create-account.ts';
import { refuseNewPassword } from './accounts/refuse-new-password.ts';
import { noticesToOwner, RESEND_AFTER_S, registrationsFrom, sendsTo } from './codes/code-limits.ts';
import { tooManySends, type WithinLimitsPorts, withinLimits } from './codes/within-limits.ts';
import { hashToken, makeToken } from './sessions/session-token.ts';
import { AVATAR } from './sessions/sign-in-session.ts';

export interface RegisterPorts extends WithinLimitsPorts {
  readonly recovery: Pick<AccountRecovery, 'wrap' | 'sendCodes'>;
  readonly randomness: Randomness;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly registrations: Pick<Registrations, 'begin'>;
  readonly vault: Pick<KeyVault, 'createWallet' | 'wrapForToken'>;
  readonly commonPasswords: CommonPasswords;
  readonly audit: Audit;
}

interface User {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

const REGISTRATION_LASTS_MS = 24 * 60 * 60_000;
const CONTESTED_FOR_MS = 10 * 60_000;

/**
 * Begins a registration. When the account already exists, the response and the work are the same, and its owner gets
 * an email instead of codes.
 */
export function createRegister(ports: RegisterPorts): Handler<typeof register> {
  return async ({ body, client }) => {
    const newUser = readUser(body, ports);
    if ('refused' in newUser) return newUser;
    const { email, phone } = newUser;
    const counters = [...registrationsFrom(client.ip), ...sendsTo(email), ...sendsTo(phone)];
    return withinLimits(ports, { counters, tooMany: tooManySends }, () =>
      begin(ports, newUser, client),
    );
  };
}

function readUser(body: User, ports: Pick<RegisterPorts, 'commonPasswords'>): User | Refusal {
  const name = normalizeUserName(body.name);
  if (name === null) return refuse('name-not-valid');
  const email = normalizeEmail(body.email);
  if (email === null) return refuse('email-not-valid');
  const phone = normalizePhone(body.phone);
  if (phone === null) return refuse('phone-not-valid');
  const { password } = body;
  return refuseNewPassword(ports, password, { name, email }) ?? { name, email, phone, password };
}

async function begin(
  ports: RegisterPorts,
  newUser: User,
  client: Client,
): Promise<ResponseOf<typeof register>> {
  const { email, phone } = newUser;
  const [ofEmail, ofPhone] = await Promise.all([
    ports.accounts.find({ email }),
    ports.accounts.find({ phone }),
  ]);
  const owner = (ofEmail ?? ofPhone)?.account ?? null;
  const { registration, token } = await makeRegistration(ports, newUser, client);
  const { account } = registration;
  const now = ports.clock.now();
  // The owner is notified at most once an hour; without an owner, the same is counted under the new id.
  const counters = noticesToOwner(owner?.userId ?? account.userId);
  const wasNotified = (await ports.codeLimits.take(counters, now)) > 0;
  await ports.registrations.begin({
    registration,
    notices: owner === null || wasNotified ? [] : [noticeToOwner(owner)],
    contestedSince: new Date(now.getTime() - CONTESTED_FOR_MS),
    now,
  });
  const whom =
    owner === null
      ? { registrationId: registration.id, account }
      : { unknownName: registration.id };
  await ports.recovery.sendCodes({ purpose: 'register', ...whom });
  const event = owner === null ? 'registration-started' : 'registration-of-known';
  await ports.audit.append({ at: now, event, ip: client.ip });
  const user = { id: account.userId, name: account.name, email, phone, avatar: AVATAR };
  return { user, registrationToken: token, resendAfter: RESEND_AFTER_S, data: { user } };
}

async function makeRegistration(
  { vault, recovery, randomness, clock }: RegisterPorts,
  { name, email, phone, password }: User,
  client: Client,
): Promise<{ registration: Registration; token: string }> {
  const id = randomness.uuid();
  const userId = randomness.uuid();
  const token = makeToken('registration', randomness);
  const user = { userId, name, email, phone };
  const made: { account: Account; tokenWrap: Uint8Array }[] = [];
  const { keyRecord } = await vault.createWallet(
    { userId, password },
    async (dataKey, addresses) => {
      const owner = { userId, sessionId: id, kind: 'registration', token } as const;
      const account = accountOf(user, addresses, randomness);
      made.push({ account, tokenWrap: Uint8Array.from(vault.wrapForToken(dataKey, owner)) });
      return { recoveryWrap: await recovery.wrap({ registrationId: id, account }, dataKey) };
    },
  );
  const [wrapped] = made;
  if (wrapped === undefined) throw new Error('The wallet of a registration was not wrapped.');
  const registration = {
    id,
    ...wrapped,
    keyRecord,
    tokenHash: hashToken(token),
    network: networkOf(client.ip),
    expiresAt: new Date(clock.now().getTime() + REGISTRATION_LASTS_MS),
  };
  return { registration, token };
}

function noticeToOwner({ userId, name, email }: Account): Notice {
  return {
    topic: 'account-exists',
    channel: 'email',
    recipient: email,
    userId,
    content: { name },
    secret: null,
    expiresAt: null,
  };
}
