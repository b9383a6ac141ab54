import type { sendPhoneCode } from '#wire/auth/send-phone-code';
import type { BodyOf, ResponseOf } from '#wire/contract';
import { type Client, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { AccountRecovery, CodeRequest } from '../../ports/account-recovery.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Places } from '../../ports/places.ts';
import type { Registrations } from '../../ports/registrations.ts';
import { normalizeEmail } from './accounts/account-name.ts';
import { RESEND_AFTER_S, triesFrom } from './codes/code-limits.ts';
import { originOf, requestersOf } from './codes/requester.ts';
import { textMessage } from './codes/sent-messages.ts';
import { budgetOf, type TextLanePorts, takeProvenText } from './codes/text-lane.ts';
import { tooManyTries, type WithinLimitsPorts, withinLimits } from './codes/within-limits.ts';
import { nameOf } from './login.ts';
import { registrationRequest } from './resend-otp.ts';
import { nameSubject } from './send-reset-password-otps.ts';
import { mayComplete } from './verify-otps.ts';

export interface SendPhoneCodePorts extends WithinLimitsPorts, TextLanePorts {
  readonly recovery: Pick<AccountRecovery, 'sendPhoneCode'>;
  readonly registrations: Pick<Registrations, 'find'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly places: Places;
  readonly audit: Audit;
}

type Body = BodyOf<typeof sendPhoneCode>;

/**
 * Texts the other code to whoever entered the code of the email. A wrong code counts as a try; an unknown name gets
 * the same response after the same work.
 */
export function createSendPhoneCode(ports: SendPhoneCodePorts): Handler<typeof sendPhoneCode> {
  return ({ body, client }) =>
    withinLimits(ports, { counters: triesFrom(client.ip), tooMany: tooManyTries }, () =>
      send(ports, body, client),
    );
}

async function send(
  ports: SendPhoneCodePorts,
  body: Body,
  client: Client,
): Promise<ResponseOf<typeof sendPhoneCode> | Refusal> {
  const now = ports.clock.now();
  const purpose = body.purpose === 'register' ? 'registrations' : 'resets';
  if (!(await takeProvenText(ports, purpose, now))) return sent(false);
  const { request, network } = await requested(ports, body);
  const { ip } = client;
  const outcome = await ports.recovery.sendPhoneCode(request, {
    ...{ emailOTP: body.emailOTP, ip, requesters: requestersOf(client, network) },
    origin: originOf(ports.places, client),
  });
  if (outcome.kind === 'right') return sent(true);
  await ports.codeLimits.giveBack(budgetOf(purpose, ports.textBudgets[purpose]));
  if (outcome.kind !== 'wrong') return tooManyTries(outcome.seconds);
  await ports.audit.append({ at: now, event: 'codes-refused', ip });
  return refuse('codes-not-right');
}

/** @returns whose text message it is, and where the registration began when the client has its token */
async function requested(
  ports: SendPhoneCodePorts,
  body: Body,
): Promise<{ readonly request: CodeRequest; readonly network: string | null }> {
  if (body.purpose === 'register') {
    const email = normalizeEmail(body.email) ?? 'unknown';
    const found = await ports.registrations.find(email, ports.clock.now());
    const token = body.registrationToken ?? null;
    const mayBe = found !== null && mayComplete(found, token) ? found : null;
    const network = token === null ? null : (mayBe?.network ?? null);
    return { request: await registrationRequest(ports, email, mayBe), network };
  }
  const name = nameOf(body);
  const account = name === null ? null : ((await ports.accounts.find(name))?.account ?? null);
  const whom = account === null ? { unknownName: nameSubject(name) } : { userId: account.userId };
  return { request: { purpose: 'reset', ...whom }, network: null };
}

function sent(success: boolean): ResponseOf<typeof sendPhoneCode> {
  const phoneCode = success ? 'sent' : 'unavailable';
  const message = textMessage(phoneCode);
  return { success, message, resendAfter: RESEND_AFTER_S, phoneCode };
}
