import * as z from 'zod/mini';
import { CUSTODIES } from '#domain/custody/custody';
import { LANGUAGES } from '#language/languages';
import type { Account } from '../../ports/accounts.ts';
import type { KeyEnrolment } from '../../ports/key-enrolment.ts';
import { CONFIRMED_PURPOSES } from '../../ports/one-time-codes.ts';

const text = z.string().check(z.maxLength(1_000));
const bytes = z.pipe(
  z.string().check(z.maxLength(4_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
  z.transform((base64) => Uint8Array.from(Buffer.from(base64, 'base64'))),
);
const account = z.pipe(
  z.object({
    userId: z.uuid(),
    name: text,
    email: text,
    phone: text,
    wallet: z.object({
      ...{ id: z.uuid(), name: text, publicAddress: text, privateAddress: text },
      custody: z.enum(CUSTODIES),
    }),
  }),
  z.transform((parsed) => parsed as Account),
);
const enrolment = z.pipe(
  z.object({
    ...{ userId: z.uuid(), publicAddress: text, privateAddress: text, challenge: text },
    proof: z.object({ address: text, privateAddress: text }),
    ...{ sight: bytes, succession: text },
  }),
  z.transform((parsed) => parsed as KeyEnrolment),
);
const registering = { registrationId: z.uuid(), account };
const requesters = z.array(text).check(z.minLength(1), z.maxLength(3));
const bothCodes = { emailOTP: text, phoneOTP: text, ip: text, requesters };
const typed = { ...bothCodes, unknownName: text };
const origin = z.object({ device: text, place: text, language: z.enum(LANGUAGES) });
const confirmed = z.enum(CONFIRMED_PURPOSES);
const purpose = z.enum(['register', 'reset', 'contact-change', ...CONFIRMED_PURPOSES]);
const channel = z.enum(['email', 'phone']);
const receives = z.object({ email: z.boolean(), phone: z.boolean() });
const codeRequest = z.union([
  z.object({ purpose: z.literal('register'), receives, ...registering }),
  z.object({ purpose: z.enum(['reset', ...CONFIRMED_PURPOSES]), userId: z.uuid() }),
  z.object({
    purpose: z.literal('contact-change'),
    userId: z.uuid(),
    contact: z.object({ channel, value: text }),
  }),
  z.object({ purpose, unknownName: text }),
]);

/** What the process with the recovery key may be asked, by the name of the call. Data keys are not in the JSON. */
export const requests = {
  about: z.object({}),
  wrap: z.object(registering),
  sendCodes: z.object({
    request: codeRequest,
    delivery: z.object({
      requester: text,
      isKnownDevice: z.boolean(),
      phoneCode: z.enum(['sent', 'after-email-code']),
      origin,
    }),
  }),
  sendPhoneCode: z.object({
    request: codeRequest,
    typed: z.object({ emailOTP: text, ip: text, requesters, origin }),
  }),
  completeRegistration: z.object({
    registration: z.nullable(z.object({ ...registering, wrap: bytes })),
    codes: z.object({ ...typed, needsDataKey: z.boolean() }),
  }),
  recover: z.object({ userId: z.nullable(z.uuid()), codes: z.object(typed) }),
  confirmContactChange: z.object({ userId: z.uuid(), codes: z.object(bothCodes) }),
  cancelContactChange: z.object({ userId: z.uuid() }),
  confirm: z.object({
    confirmed: z.object({ userId: z.uuid(), purpose: confirmed }),
    codes: z.object(bothCodes),
  }),
  enrolKeys: z.object({ enrolment }),
  release: z.object({ challengeId: z.uuid() }),
  forget: z.object({ userId: z.uuid() }),
  enroll: z.object({ account }),
} as const;

export type RequestName = keyof typeof requests;

const enrolled = { recoveryWrap: bytes, signature: bytes };
const date = z.pipe(
  z.iso.datetime(),
  z.transform((iso) => new Date(iso)),
);
const change = z.object({ userId: z.uuid(), channel, value: text, at: date });
const refused = [
  z.object({ kind: z.literal('wrong') }),
  z.object({ kind: z.literal('paused'), seconds: z.number() }),
  z.object({ kind: z.literal('capped'), seconds: z.number() }),
] as const;

/** What it responds. */
export const responses = {
  about: z.object({ kind: z.enum(['file', 'aws-kms']) }),
  wrap: z.object({ wrap: bytes }),
  sendCodes: z.object({}),
  sendPhoneCode: z.union([z.object({ kind: z.literal('right') }), ...refused]),
  completeRegistration: z.union([z.object({ kind: z.literal('right'), ...enrolled }), ...refused]),
  recover: z.union([z.object({ kind: z.literal('right'), challengeId: z.uuid() }), ...refused]),
  confirmContactChange: z.union([z.object({ kind: z.literal('right'), change }), ...refused]),
  cancelContactChange: z.object({ isCancelled: z.boolean() }),
  confirm: z.union([z.object({ kind: z.literal('right'), challengeId: z.uuid() }), ...refused]),
  enrolKeys: z.union([
    z.object({ kind: z.literal('right'), before: z.object(enrolled), after: z.object(enrolled) }),
    z.object({ kind: z.literal('not-matching') }),
  ]),
  release: z.object({}),
  forget: z.object({}),
  enroll: z.object(enrolled),
} as const;

/** Around every response: `busy` when there is too much to do now, of which nothing was done. */
export const reply = z.union([
  z.object({ busy: z.literal(true) }),
  z.object({ response: z.unknown() }),
]);

/** @returns the bytes as they are written in JSON */
export function toText(value: Uint8Array): string {
  return Buffer.from(value).toString('base64');
}
