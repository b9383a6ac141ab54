import { RESEND_AFTER_S } from '#domain/codes/code-limits';
import type { PhoneCode } from '#wire/auth/codes-sent';
import type { sendResetPasswordOtps } from '#wire/auth/send-reset-password-otps';
import type { Client, Handler } from '../../application/call.ts';
import { networkOf } from '../../application/client-address.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Account, AccountName, Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { KnownDevices } from '../../ports/known-devices.ts';
import type { Places } from '../../ports/places.ts';
import { sendsFrom, sendsTo } from './codes/code-limits.ts';
import { requireStrangersWork, type StrangerPorts } from './codes/request-of-stranger.ts';
import { originOf, requesterOf } from './codes/requester.ts';
import { resetMessage } from './codes/sent-messages.ts';
import { chooseTextLane, type TextLanePorts } from './codes/text-lane.ts';
import { tooManySends, type WithinLimitsPorts, withinLimits } from './codes/within-limits.ts';
import { nameOf } from './login.ts';

export interface SendResetPasswordOtpsPorts
  extends WithinLimitsPorts,
    TextLanePorts,
    StrangerPorts {
  readonly recovery: Pick<AccountRecovery, 'sendCodes'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly knownDevices: KnownDevices;
  readonly places: Places;
  readonly audit: Audit;
}

/** Who is named, and by whom. */
interface Request {
  /** Of the typed name. */
  readonly subject: string;
  readonly account: Account | null;
  readonly client: Client;
  readonly isKnownDevice: boolean;
}

/** Sends both codes to a user who forgot the password; an unknown name gets the same response after the same work. */
export function createSendResetPasswordOtps(
  ports: SendResetPasswordOtpsPorts,
): Handler<typeof sendResetPasswordOtps> {
  return async ({ body, client }) => {
    const name = nameOf(body);
    const account = name === null ? null : ((await ports.accounts.find(name))?.account ?? null);
    const isKnownDevice = await isKnown(ports, account, client);
    const subject = nameSubject(name);
    if (!isKnownDevice) {
      const refusal = await requireStrangersWork(ports, textNameOf(subject, null), client.work);
      if (refusal !== null) return refusal;
    }
    const ofName = sendsTo(subject, requesterOf(client));
    const counters = isKnownDevice ? ofName : [...sendsFrom(client.ip), ...ofName];
    return withinLimits(ports, { counters, tooMany: tooManySends }, async () => {
      const phoneCode = await send(ports, { subject, account, client, isKnownDevice });
      const message = resetMessage(phoneCode);
      return { success: true, message, resendAfter: RESEND_AFTER_S, phoneCode };
    });
  };
}

/** @returns the subject of codes for a name without an account */
export function nameSubject(name: AccountName | null): string {
  return `name ${name === null ? 'unknown' : Object.values(name).join('')}`;
}

/** @returns the name under which text messages for a reset are counted */
export function textNameOf(subject: string, knownUserId: string | null): string {
  return knownUserId === null ? `reset ${subject}` : `reset user ${knownUserId}`;
}

/** @returns whether the user signed in with this very device before */
export async function isKnown(
  { knownDevices }: { readonly knownDevices: KnownDevices },
  account: Account | null,
  { device }: Pick<Client, 'device'>,
): Promise<boolean> {
  if (account === null || device === null) return false;
  return knownDevices.isKnown(account.userId, device);
}

async function send(
  ports: SendResetPasswordOtpsPorts,
  { subject, account, client, isKnownDevice }: Request,
): Promise<PhoneCode> {
  const now = ports.clock.now();
  const requester = requesterOf(client);
  const name = textNameOf(subject, isKnownDevice ? (account?.userId ?? null) : null);
  const network = networkOf(client.ip);
  const text = { purpose: 'resets', name, network, isKnownDevice } as const;
  if (!isKnownDevice) ports.sendPressure.count(name, now);
  const phoneCode = await chooseTextLane(ports, text, now);
  const counters = sendsTo(account?.userId ?? `unknown ${subject}`, requester);
  const hasRoom = (await ports.codeLimits.take(counters, now)) === 0;
  // The user requested codes by email and by phone: the earlier codes stay valid, and the response hides it.
  const userId = hasRoom && phoneCode !== 'unavailable' ? (account?.userId ?? null) : null;
  const whom = userId === null ? { unknownName: subject } : { userId };
  const lane = phoneCode === 'unavailable' ? 'sent' : phoneCode;
  const delivery = {
    requester,
    isKnownDevice,
    phoneCode: lane,
    origin: originOf(ports.places, client),
  };
  await ports.recovery.sendCodes({ purpose: 'reset', ...whom }, delivery);
  const who = account === null ? {} : { userId: account.userId };
  await ports.audit.append({ at: now, event: 'codes-sent', ip: client.ip, ...who });
  return phoneCode;
}
