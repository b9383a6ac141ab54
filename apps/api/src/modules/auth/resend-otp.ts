import { RESEND_AFTER_S } from '#domain/codes/code-limits';
import type { PhoneCode } from '#wire/auth/codes-sent';
import type { resendOtp } from '#wire/auth/resend-otp';
import { normalizeEmail } from '../../application/account-name.ts';
import type { Client, Handler } from '../../application/call.ts';
import { networkOf } from '../../application/client-address.ts';
import type { AccountRecovery, CodeRequest } from '../../ports/account-recovery.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Places } from '../../ports/places.ts';
import type { FoundRegistration, Registrations } from '../../ports/registrations.ts';
import { sendsFrom, sendsTo } from './codes/code-limits.ts';
import { requireStrangersWork, type StrangerPorts } from './codes/request-of-stranger.ts';
import { originOf, requesterOf } from './codes/requester.ts';
import { resendMessage } from './codes/sent-messages.ts';
import { chooseTextLane, type TextLanePorts } from './codes/text-lane.ts';
import { tooManySends, type WithinLimitsPorts, withinLimits } from './codes/within-limits.ts';

export interface ResendOtpPorts extends WithinLimitsPorts, TextLanePorts, StrangerPorts {
  readonly recovery: Pick<AccountRecovery, 'sendCodes'>;
  readonly registrations: Pick<Registrations, 'find'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly places: Places;
  readonly audit: Audit;
}

/** Sends new codes for a registration; the response does not reveal whether there is one. */
export function createResendOtp(ports: ResendOtpPorts): Handler<typeof resendOtp> {
  return async ({ body, client }) => {
    const email = normalizeEmail(body.email) ?? 'unknown';
    const name = `registration ${email}`;
    const refusal = await requireStrangersWork(ports, name, client.work);
    if (refusal !== null) return refusal;
    const counters = [...sendsFrom(client.ip), ...sendsTo(email, requesterOf(client))];
    return withinLimits(ports, { counters, tooMany: tooManySends }, async () => {
      const phoneCode = await resend(ports, email, client);
      const message = resendMessage(phoneCode);
      return { success: true, message, resendAfter: RESEND_AFTER_S, phoneCode };
    });
  };
}

/** Every step always runs, so that the timing does not reveal it either. */
async function resend(ports: ResendOtpPorts, email: string, client: Client): Promise<PhoneCode> {
  const now = ports.clock.now();
  const requester = requesterOf(client);
  const text = { name: `registration ${email}`, network: networkOf(client.ip) } as const;
  const lane = { purpose: 'registrations', isKnownDevice: false, ...text } as const;
  ports.sendPressure.count(text.name, now);
  const phoneCode = await chooseTextLane(ports, lane, now);
  const found = await ports.registrations.find(email, now);
  const phone = found?.account.phone ?? `unknown ${email}`;
  const hasRoom = (await ports.codeLimits.take(sendsTo(phone, requester), now)) === 0;
  const ofRegistration = await registrationRequest(ports, email, found);
  // Codes that no one receives replace no one's.
  const isSent = hasRoom && phoneCode !== 'unavailable';
  const request = isSent ? ofRegistration : ({ purpose: 'register', unknownName: email } as const);
  await ports.recovery.sendCodes(request, {
    requester,
    isKnownDevice: false,
    phoneCode: phoneCode === 'unavailable' ? 'sent' : phoneCode,
    origin: originOf(ports.places, client),
  });
  await ports.audit.append({ at: now, event: 'codes-sent', ip: client.ip });
  return phoneCode;
}

/**
 * @returns whose codes these are: a contact that has an account by now gets none, and the other one must not show it
 */
export async function registrationRequest(
  { accounts }: { readonly accounts: Pick<Accounts, 'find'> },
  email: string,
  found: Pick<FoundRegistration, 'id' | 'account'> | null,
): Promise<CodeRequest> {
  const phone = found?.account.phone ?? `unknown ${email}`;
  const [ofEmail, ofPhone] = await Promise.all([
    accounts.find({ email }),
    accounts.find({ phone }),
  ]);
  if (found === null) return { purpose: 'register', unknownName: email };
  const receives = { email: ofEmail === null, phone: ofPhone === null };
  return { purpose: 'register', registrationId: found.id, account: found.account, receives };
}
