import { RESEND_AFTER_S } from '#domain/codes/code-limits';
import type { PhoneCode } from '#wire/auth/codes-sent';
import type { register } from '#wire/auth/register';
import type { ResponseOf } from '#wire/contract';
import {
  normalizeEmail,
  normalizePhone,
  normalizeUserName,
} from '../../application/account-name.ts';
import { type Client, type Handler, type Refusal, refuse } from '../../application/call.ts';
import { networkOf } from '../../application/client-address.ts';
import type { AccountRecovery, Receives } from '../../ports/account-recovery.ts';
import type { Account, Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { CommonPasswords } from '../../ports/common-passwords.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Places } from '../../ports/places.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { Registration, Registrations } from '../../ports/registrations.ts';
import { accountOf } from './accounts/create-account.ts';
import { canReceiveTexts, type PhoneRules } from './accounts/phone-line.ts';
import { refuseNewPassword } from './accounts/refuse-new-password.ts';
import { registrationsFrom, sendsTo } from './codes/code-limits.ts';
import { noticesToOwners } from './codes/owner-notices.ts';
import { requireStrangersWork, type StrangerPorts } from './codes/request-of-stranger.ts';
import { originOf, requesterOf } from './codes/requester.ts';
import { chooseTextLane, registrationTextNames, type TextLanePorts } from './codes/text-lane.ts';
import { tooManySends, type WithinLimitsPorts, withinLimits } from './codes/within-limits.ts';
import { hashToken, makeToken } from './sessions/session-token.ts';
import { AVATAR } from './sessions/sign-in-session.ts';

export interface RegisterPorts extends WithinLimitsPorts, TextLanePorts, StrangerPorts {
  readonly phoneRules: PhoneRules;
  readonly places: Places;
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
    if (!canReceiveTexts(phone, ports.phoneRules)) {
      ports.textRefusals.count('number');
      return refuse('phone-not-supported');
    }
    const [name] = registrationTextNames(newUser);
    const refusal = await requireStrangersWork(ports, name, client.work);
    if (refusal !== null) return refusal;
    const requester = requesterOf(client);
    const counters = [
      ...registrationsFrom(client.ip),
      ...sendsTo(email, requester),
      ...sendsTo(phone, requester),
    ];
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
  const { registration, token } = await makeRegistration(ports, newUser, client);
  const { account } = registration;
  const now = ports.clock.now();
  const known = { email: ofEmail?.account ?? null, sms: ofPhone?.account ?? null };
  const phoneCode = await chooseLane(ports, { account, client, now });
  // The owner of a number gets a text message instead of the code, and no sooner than that would go out.
  const owners = phoneCode === 'sent' ? known : { email: known.email };
  await ports.registrations.begin({
    registration,
    notices: await noticesToOwners(ports, owners, { standIn: account.userId, now }),
    contestedSince: new Date(now.getTime() - CONTESTED_FOR_MS),
    now,
  });
  const receives = { email: ofEmail === null, phone: ofPhone === null };
  if (phoneCode !== 'unavailable') {
    await sendCodes(ports, { registration, receives, client, phoneCode });
  }
  const isNew = receives.email && receives.phone;
  const event = isNew ? 'registration-started' : 'registration-of-known';
  await ports.audit.append({ at: now, event, ip: client.ip });
  const user = { id: account.userId, name: account.name, email, phone, avatar: AVATAR };
  const resendAfter = RESEND_AFTER_S;
  return { user, registrationToken: token, resendAfter, phoneCode, data: { user } };
}

function chooseLane(
  ports: RegisterPorts,
  {
    account,
    client,
    now,
  }: { readonly account: Account; readonly client: Client; readonly now: Date },
): Promise<PhoneCode> {
  const [name] = registrationTextNames(account);
  ports.sendPressure.count(name, now);
  const network = networkOf(client.ip);
  const text = { purpose: 'registrations', name, network, isKnownDevice: false } as const;
  return chooseTextLane(ports, text, now);
}

/**
 * What one contact receives must not show whether the other one has an account: so a code goes to each contact that
 * has none, whatever the other one has. Such a pair never completes.
 */
async function sendCodes(
  { recovery, places }: Pick<RegisterPorts, 'recovery' | 'places'>,
  {
    registration: { id: registrationId, account },
    receives,
    client,
    phoneCode,
  }: {
    readonly registration: Registration;
    readonly receives: Receives;
    readonly client: Client;
    readonly phoneCode: Exclude<PhoneCode, 'unavailable'>;
  },
): Promise<void> {
  const request = { purpose: 'register', registrationId, account, receives } as const;
  await recovery.sendCodes(request, {
    ...{ requester: requesterOf(client), isKnownDevice: false, phoneCode },
    origin: originOf(places, client),
  });
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
