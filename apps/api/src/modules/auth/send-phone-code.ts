import { RESEND_AFTER_S } from '#domain/codes/code-limits';
import type { sendPhoneCode } from '#wire/auth/send-phone-code';
import type { BodyOf, ResponseOf } from '#wire/contract';
import { normalizeEmail } from '../../application/account-name.ts';
import { type Client, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { AccountRecovery, CodeRequest } from '../../ports/account-recovery.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Outbox } from '../../ports/outbox.ts';
import type { Places } from '../../ports/places.ts';
import type { FoundRegistration, Registrations } from '../../ports/registrations.ts';
import { triesFrom } from './codes/code-limits.ts';
import { noticesToOwners } from './codes/owner-notices.ts';
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
  readonly outbox: Pick<Outbox, 'add'>;
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
  const { request, registration, network } = await requested(ports, body);
  const { ip } = client;
  const outcome = await ports.recovery.sendPhoneCode(request, {
    ...{ emailOTP: body.emailOTP, ip, requesters: requestersOf(client, network) },
    origin: originOf(ports.places, client),
  });
  if (outcome.kind === 'right') {
    if (registration !== null) await notifyOwnerOfNumber(ports, registration, now);
    return sent(true);
  }
  await ports.codeLimits.giveBack(budgetOf(purpose, ports.textBudgets[purpose]));
  if (outcome.kind !== 'wrong') return tooManyTries(outcome.seconds);
  await ports.audit.append({ at: now, event: 'codes-refused', ip });
  return refuse('codes-not-right');
}

/** A number that has an account gets no code: its owner gets the text message that the registration did not send. */
async function notifyOwnerOfNumber(
  ports: SendPhoneCodePorts,
  { account: { userId, phone } }: FoundRegistration,
  now: Date,
): Promise<void> {
  const sms = (await ports.accounts.find({ phone }))?.account ?? null;
  const notices = await noticesToOwners(ports, { sms }, { standIn: userId, now });
  await ports.outbox.add(notices, now);
}

interface RequestedText {
  readonly request: CodeRequest;
  readonly registration: FoundRegistration | null;
  /** Where the registration began; null without its token. */
  readonly network: string | null;
}

async function requested(ports: SendPhoneCodePorts, body: Body): Promise<RequestedText> {
  if (body.purpose === 'register') {
    const email = normalizeEmail(body.email) ?? 'unknown';
    const found = await ports.registrations.find(email, ports.clock.now());
    const token = body.registrationToken ?? null;
    const mayBe = found !== null && mayComplete(found, token) ? found : null;
    const network = token === null ? null : (mayBe?.network ?? null);
    const request = await registrationRequest(ports, email, mayBe);
    return { request, registration: mayBe, network };
  }
  const name = nameOf(body);
  const account = name === null ? null : ((await ports.accounts.find(name))?.account ?? null);
  const whom = account === null ? { unknownName: nameSubject(name) } : { userId: account.userId };
  return {
    request: { purpose: 'reset', ...whom },
    registration: null,
    network: null,
  };
}

function sent(success: boolean): ResponseOf<typeof sendPhoneCode> {
  const phoneCode = success ? 'sent' : 'unavailable';
  const message = textMessage(phoneCode);
  return { success, message, resendAfter: RESEND_AFTER_S, phoneCode };
}
