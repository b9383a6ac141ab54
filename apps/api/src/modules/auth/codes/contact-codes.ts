import { RESEND_AFTER_S } from '#domain/codes/code-limits';
import { normalizeEmail, normalizePhone } from '../../../application/account-name.ts';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { ContactCaller, ContactCodes } from '../../../application/contact-codes.ts';
import type { Counter } from '../../../application/take-quotas.ts';
import type { NewContact } from '../../../ports/contact-changes.ts';
import type { Places } from '../../../ports/places.ts';
import { canReceiveTexts, type PhoneRules } from '../accounts/phone-line.ts';
import { sendsTo, triesFrom } from './code-limits.ts';
import { originOf, requesterOf, requestersOf } from './requester.ts';
import { budgetOf, type TextLanePorts, takeProvenText } from './text-lane.ts';
import {
  tooManySends,
  tooManyTries,
  type WithinLimitsPorts,
  withinLimits,
} from './within-limits.ts';

export interface ContactCodesPorts extends WithinLimitsPorts, TextLanePorts {
  readonly places: Places;
  readonly phoneRules: PhoneRules;
}

const DAY_MS = 24 * 60 * 60_000;
/** Every text goes to a number that its user chose, or that stays: it is counted with those of registrations. */
const BUDGET = 'registrations';

export function createContactCodes(ports: ContactCodesPorts): ContactCodes {
  return {
    readContact: (body) => readContact(ports, body),
    async send({ session, client }, contact, work) {
      const counters = sendsOf(session, contact, requesterOf(client));
      return withinLimits(ports, { counters, tooMany: tooManySends }, async () => {
        const now = ports.clock.now();
        if (!(await takeProvenText(ports, BUDGET, now))) {
          ports.textRefusals.count('budget');
          return { phoneCode: 'unavailable', resendAfter: RESEND_AFTER_S };
        }
        try {
          await work({
            ...{ requester: requesterOf(client), isKnownDevice: false, phoneCode: 'sent' },
            origin: originOf(ports.places, client),
          });
        } catch (cause) {
          await ports.codeLimits.giveBack(budgetOf(BUDGET, ports.textBudgets[BUDGET]));
          throw cause;
        }
        return { phoneCode: 'sent', resendAfter: RESEND_AFTER_S };
      });
    },
    enter({ session, client }, work) {
      const counters = [...triesFrom(client.ip), ...triesOfUser(session)];
      return withinLimits(ports, { counters, tooMany: tooManyTries }, () =>
        work({ ip: client.ip, requesters: requestersOf(client) }),
      );
    },
  };
}

function readContact(
  ports: ContactCodesPorts,
  body: { readonly email: string } | { readonly phone: string },
): NewContact | Refusal {
  if ('email' in body) {
    const value = normalizeEmail(body.email);
    return value === null ? refuse('email-not-valid') : { channel: 'email', value };
  }
  const value = normalizePhone(body.phone);
  if (value === null) return refuse('phone-not-valid');
  if (canReceiveTexts(value, ports.phoneRules)) return { channel: 'phone', value };
  ports.textRefusals.count('number');
  return refuse('phone-not-supported');
}

/** The process that makes the codes counts the pairs of a user too, and sends none beyond these. */
function sendsOf(
  { userId }: ContactCaller['session'],
  { channel, value }: NewContact,
  requester: string,
): readonly Counter[] {
  return [
    ...sendsTo(`contact ${userId}`, requester),
    [`contact codes day ${userId}`, { most: 10, windowMs: DAY_MS }],
    [`contact codes month ${userId}`, { most: 20, windowMs: 30 * DAY_MS }],
    [`contact codes to ${channel} ${value}`, { most: 5, windowMs: DAY_MS }],
  ];
}

function triesOfUser({ userId }: ContactCaller['session']): readonly Counter[] {
  return [[`contact tries ${userId}`, { most: 10, windowMs: 60_000 }]];
}
