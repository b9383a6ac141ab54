import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CodeRequests,
  createCodeRequests,
  HOUR_MS,
  MINUTE_MS,
  newEmail,
} from './code-requests.test-setup.ts';
import { createTestServer, newPhone, type TestServer } from './server.test-setup.ts';

/** What a contact gets: a code of a registration, or the notice of an account, or nothing. */
const CODE = { topic: 'registration-codes', hasCode: true };
const OWNED = { topic: 'account-exists', hasCode: false };

/** Whose the typed contacts are: of no one, of one owner, or of another one. */
type Owner = 'no one' | 'alice' | 'bob';

const rows: readonly (readonly [Owner, Owner, readonly object[], readonly object[]])[] = [
  ['no one', 'no one', [CODE], [CODE]],
  ['alice', 'no one', [OWNED], [CODE]],
  ['no one', 'alice', [CODE], [OWNED]],
  ['alice', 'alice', [OWNED], []],
  ['alice', 'bob', [OWNED], [OWNED]],
];

let server: TestServer;
let requests: CodeRequests;
let owners: Readonly<Record<Exclude<Owner, 'no one'>, { email: string; phone: string }>>;
let addresses = 0;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  requests = createCodeRequests(server);
  const bob = { name: 'Bob Stone', email: newEmail(), phone: newPhone(), password: 'Piggy!Bank7' };
  await server.createUser(bob);
  owners = { alice: server.user, bob };
});

/** Each from a network of its own: limits by network are about something else. */
function from() {
  addresses += 1;
  return { ip: `198.18.${addresses}.1` };
}

function contactsOf(ofEmail: Owner, ofPhone: Owner) {
  return {
    email: ofEmail === 'no one' ? newEmail() : owners[ofEmail].email,
    phone: ofPhone === 'no one' ? newPhone() : owners[ofPhone].phone,
  };
}

const kindsOf = async (recipient: string) =>
  (await requests.messagesTo(recipient)).map(({ topic, hasCode }) => ({ topic, hasCode }));

describe.each(rows)('a registration with the email of %s and the phone of %s', (...row) => {
  const [ofEmail, ofPhone, mails, texts] = row;

  it('sends to each contact what is about that contact alone', async () => {
    const contacts = contactsOf(ofEmail, ofPhone);
    await requests.register(contacts, from());
    expect(await kindsOf(contacts.email)).toEqual(mails);
    expect(await kindsOf(contacts.phone)).toEqual(texts);
  });

  it('sends to a contact that no one has, letter by letter, what every registration sends', async () => {
    const contacts = contactsOf(ofEmail, ofPhone);
    const ordinary = contactsOf('no one', 'no one');
    await requests.register(contacts, from());
    await requests.register(ordinary, from());
    for (const channel of ['email', 'phone'] as const) {
      if ((channel === 'email' ? ofEmail : ofPhone) !== 'no one') continue;
      expect(await requests.messagesTo(contacts[channel])).toEqual(
        await requests.messagesTo(ordinary[channel]),
      );
    }
  });

  it('responds as every registration does, to each step', async () => {
    const steps = async (contacts: { email: string; phone: string }) => {
      const at = from();
      const begun = await requests.register(contacts, at);
      const { registrationToken } = begun.json();
      const early = await requests.post('resend-otp', { email: contacts.email }, at);
      server.later(MINUTE_MS);
      const again = await requests.post('resend-otp', { email: contacts.email }, at);
      const emailOTP = (await requests.codeTo(contacts.email)) ?? '123456';
      const phoneOTP = '000000';
      const body = { email: contacts.email, emailOTP, phoneOTP, registrationToken };
      const verified = await requests.post('verify-otps', body, at);
      const emailed = { email: contacts.email, emailOTP, purpose: 'register', registrationToken };
      const texted = await requests.post('send-phone-code', emailed, at);
      return [
        [begun.statusCode, shapeOf(begun.json())],
        ...[early, again, verified, texted].map((each) => [each.statusCode, each.body]),
      ];
    };
    const ordinary = await steps(contactsOf('no one', 'no one'));
    expect(await steps(contactsOf(ofEmail, ofPhone))).toEqual(ordinary);
  });

  it('sends new codes to a contact that no one has, and to no other', async () => {
    const contacts = contactsOf(ofEmail, ofPhone);
    const at = from();
    await requests.register(contacts, at);
    server.later(MINUTE_MS);
    await requests.post('resend-otp', { email: contacts.email }, at);
    expect(await kindsOf(contacts.email)).toEqual(ofEmail === 'no one' ? [CODE, CODE] : mails);
    expect(await kindsOf(contacts.phone)).toEqual(ofPhone === 'no one' ? [CODE, CODE] : texts);
  });

  it('responds the same to the code of the email when texts wait for it', async () => {
    const contacts = contactsOf(ofEmail, ofPhone);
    const at = from();
    await server.database.pool.query(
      "insert into rate_limits (key, count, window_ends_at) values ('texts at once registrations', 20, $1)",
      [new Date(server.now().getTime() + HOUR_MS)],
    );
    const begun = (await requests.register(contacts, at)).json();
    expect(begun.phoneCode).toBe('after-email-code');
    // Only whoever reads the mailbox has the code, and then its owner has no account.
    const emailOTP = await requests.codeTo(contacts.email);
    expect(emailOTP === null).toBe(ofEmail !== 'no one');
    const emailed = { email: contacts.email, purpose: 'register' };
    const texted = await requests.post(
      'send-phone-code',
      {
        ...emailed,
        emailOTP: emailOTP ?? '0000000000',
        registrationToken: begun.registrationToken,
      },
      at,
    );
    expect(texted.statusCode).toBe(ofEmail === 'no one' ? 200 : 400);
    expect(await kindsOf(contacts.phone)).toEqual(ofEmail === 'no one' ? texts : []);
  });

  it('makes an account only when no one has either', async () => {
    const contacts = contactsOf(ofEmail, ofPhone);
    const at = from();
    await requests.register(contacts, at);
    const emailOTP = (await requests.codeTo(contacts.email)) ?? '000000';
    const phoneOTP = (await requests.codeTo(contacts.phone)) ?? '000000';
    const body = { email: contacts.email, emailOTP, phoneOTP };
    const { statusCode } = await requests.post('verify-otps', body, at);
    expect(statusCode).toBe(ofEmail === 'no one' && ofPhone === 'no one' ? 200 : 400);
  });
});

it('the owner of a contact is notified once an hour, and by text three times a day', async () => {
  const { email, phone } = owners.alice;
  for (let each = 0; each < 48; each += 1) {
    await requests.register({ email, phone: newPhone() }, from());
    await requests.register({ email: newEmail(), phone }, from());
    server.later(HOUR_MS / 2);
  }
  expect(await kindsOf(email)).toHaveLength(24);
  expect(await kindsOf(phone)).toHaveLength(3);
});

/** Keys in their order, and what kind each value is. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]);
}
