import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeviceKey } from '../../../scripts/check-security/device-key.ts';
import {
  type CodeRequests,
  createCodeRequests,
  DAY_MS,
  type From,
  HOUR_MS,
  MINUTE_MS,
  newEmail,
  WRONG,
} from './code-requests.test-setup.ts';
import { createTestServer, newPhone, type TestServer } from './server.test-setup.ts';

const OWNER: From = { ip: '203.0.113.7' };
const LINUX =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

let server: TestServer;
let requests: CodeRequests;
let email: string;
let phone: string;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  requests = createCodeRequests(server);
  ({ email, phone } = server.user);
});

/** Networks of strangers, none of which is another one's. */
const strangers = (count: number): readonly From[] =>
  Array.from({ length: count }, (_, index) => ({ ip: `198.18.${index}.9` }));

describe('a stranger', () => {
  it('who enters 40 wrong pairs from 40 networks does not keep the owner’s codes from working', async () => {
    await requests.requestReset({ email }, OWNER);
    const codes = await requests.codesOf(server.user);
    for (const from of strangers(40)) {
      expect((await requests.reset({ email }, WRONG, from)).statusCode).toBe(400);
    }
    expect((await requests.reset({ email }, codes, OWNER)).statusCode).toBe(200);
  });

  it('who guesses at their own codes for days does not keep the owner’s from working', async () => {
    for (let day = 0; day < 5; day += 1) {
      for (const from of strangers(6)) {
        server.later(MINUTE_MS * 61);
        await requests.requestReset({ email }, from);
        for (let guess = 0; guess < 5; guess += 1) await requests.reset({ email }, WRONG, from);
      }
      server.later(18 * HOUR_MS);
    }
    const sent = await requests.requestReset({ email }, OWNER);
    expect(sent.json().phoneCode).toBe('after-email-code');
    const emailOTP = (await requests.codeTo(email)) ?? '';
    await requests.post('send-phone-code', { email, emailOTP }, OWNER);
    const codes = await requests.codesOf(server.user);
    expect((await requests.reset({ email }, codes, OWNER)).statusCode).toBe(200);
  });

  it('who has the owner’s codes, but not their network or device, sets no password', async () => {
    const device = createDeviceKey();
    await requests.requestReset({ email }, { ...OWNER, device });
    const codes = await requests.codesOf(server.user);
    for (const from of [...strangers(1), { ip: OWNER.ip, device: createDeviceKey() }, OWNER]) {
      expect((await requests.reset({ email }, codes, from)).json().code).toBe('codes-not-right');
    }
    const moved = { ip: '192.0.2.99', device };
    expect((await requests.reset({ email }, codes, moved)).statusCode).toBe(200);
  });

  it('who requests codes does not keep the owner from requesting their own', async () => {
    for (const from of strangers(10)) await requests.requestReset({ email }, from);
    const sent = await requests.requestReset({ email }, OWNER);
    // One more request for this name needs a tenth of a second of work; the owner's browser does it.
    expect(sent.json().code).toBe('work-needed');
    const device = createDeviceKey();
    await requests.signIn({ ...OWNER, device });
    const own = await requests.requestReset({ email }, { ...OWNER, device });
    expect(own.json()).toMatchObject({ success: true, phoneCode: 'sent' });
  });

  it('at the same address uses up nothing that a known device of the owner has', async () => {
    const device = createDeviceKey();
    const own = { ...OWNER, device };
    await requests.signIn(own);
    for (let each = 0; each < 12; each += 1) {
      await requests.requestReset({ email: newEmail() }, OWNER);
      await requests.reset({ email }, WRONG, OWNER);
    }
    expect((await requests.requestReset({ email }, OWNER)).statusCode).toBe(429);
    expect((await requests.reset({ email }, WRONG, OWNER)).statusCode).toBe(429);
    expect((await requests.requestReset({ email }, own)).json().phoneCode).toBe('sent');
    const codes = await requests.codesOf(server.user);
    expect((await requests.reset({ email }, codes, own)).statusCode).toBe(200);
  });

  it('with a device of another user is a stranger', async () => {
    const other = {
      name: 'Bob Stone',
      email: newEmail(),
      phone: newPhone(),
      password: 'Piggy!Bank7',
    };
    await server.createUser(other);
    const device = createDeviceKey();
    const from = { ip: '198.18.1.1', device };
    const { password } = other;
    expect((await requests.post('login', { email: other.email, password }, from)).statusCode).toBe(
      200,
    );
    for (let send = 0; send < 6; send += 1) {
      server.later(HOUR_MS);
      await requests.requestReset({ email }, from);
    }
    expect((await requests.requestReset({ email }, from)).statusCode).toBe(429);
    server.later(HOUR_MS);
    const response = await requests.requestReset({ email }, from);
    expect(response.json().phoneCode).toBe('after-email-code');
  });

  it('who enters codes for a registration of someone else uses up none of its tries', async () => {
    const dora = { email: newEmail(), phone: '+351912345678' };
    const { registrationToken } = (await requests.register(dora, OWNER)).json();
    const codes = await requests.codesOf(dora);
    for (const from of strangers(10)) {
      await requests.post('verify-otps', { email: dora.email, ...WRONG }, from);
    }
    // Whoever has its token may have moved to another network meanwhile.
    const moved = { ip: '192.0.2.99' };
    const body = { email: dora.email, ...codes, registrationToken };
    expect((await requests.post('verify-otps', body, moved)).statusCode).toBe(200);
  });
});

describe('the text message', () => {
  it('to one number is sent at once five times a day by one name, and then after the code of the email', async () => {
    for (const from of strangers(5)) {
      const sent = await requests.requestReset({ email }, from);
      expect(sent.json().phoneCode).toBe('sent');
    }
    expect(await requests.texts()).toBe(5);
    server.later(HOUR_MS);
    const sent = await requests.requestReset({ email }, OWNER);
    expect(sent.json()).toMatchObject({ success: true, phoneCode: 'after-email-code' });
    expect(await requests.texts()).toBe(5);
    const emailOTP = (await requests.codeTo(email)) ?? '';
    expect(emailOTP).toMatch(/^\d{10}$/);
    const early = await requests.reset({ email }, { emailOTP, phoneOTP: '000000' }, OWNER);
    expect(early.json().code).toBe('codes-not-right');
    const texted = await requests.post('send-phone-code', { email, emailOTP }, OWNER);
    expect(texted.json()).toMatchObject({ success: true, phoneCode: 'sent' });
    expect(await requests.texts()).toBe(6);
    const codes = await requests.codesOf(server.user);
    expect((await requests.reset({ email }, codes, OWNER)).statusCode).toBe(200);
    // Right codes end what strangers caused.
    server.later(HOUR_MS);
    expect((await requests.requestReset({ email }, OWNER)).json().phoneCode).toBe('sent');
  });

  it('is sent at most ten times a day at once for strangers, whichever name they use', async () => {
    const networks = strangers(60);
    for (const [index, from] of networks.entries()) {
      await requests.requestReset(index % 2 === 0 ? { email } : { phone }, from);
      server.later(10 * MINUTE_MS);
    }
    expect(await requests.texts()).toBe(10);
  });

  it('is sent 20 times in 30 days at once for strangers: a hundred guesses for a thief of one channel', async () => {
    for (let day = 0; day < 28; day += 1) {
      for (const [index, from] of strangers(10).entries()) {
        await requests.requestReset(index % 2 === 0 ? { email } : { phone }, from);
        server.later(MINUTE_MS * 61);
      }
      server.later(DAY_MS - 11 * HOUR_MS);
    }
    expect(await requests.texts()).toBe(20);
  });

  it('waits for the code of the email after ten from one network that were never entered', async () => {
    const from = { ip: '198.18.1.1' };
    const phoneCodes: string[] = [];
    for (let each = 0; each < 15; each += 1) {
      const contacts = { email: newEmail(), phone: newPhone() };
      const next = { ip: `198.18.1.${each + 1}` };
      phoneCodes.push((await requests.register(contacts, next)).json().phoneCode);
    }
    expect(phoneCodes.filter((phoneCode) => phoneCode === 'sent')).toHaveLength(10);
    expect(await requests.texts()).toBe(10);
    server.later(HOUR_MS);
    for (let each = 0; each < 15; each += 1) {
      const contacts = { email: newEmail(), phone: newPhone() };
      const { phoneCode, registrationToken } = (await requests.register(contacts, from)).json();
      expect(phoneCode).toBe('sent');
      const codes = await requests.codesOf(contacts);
      const body = { email: contacts.email, ...codes, registrationToken };
      expect((await requests.post('verify-otps', body, from)).statusCode).toBe(200);
    }
  });

  it('waits for the code of the email after twenty of strangers in an hour, from wherever', async () => {
    for (const from of strangers(30)) {
      await requests.register({ email: newEmail(), phone: newPhone() }, from);
    }
    expect(await requests.texts()).toBe(20);
  });

  it('of a registration follows the code of its email, and completes it', async () => {
    const network = strangers(1)[0] ?? OWNER;
    await useUp('texts at once registrations', 20);
    const dora = { email: newEmail(), phone: newPhone() };
    const begun = (await requests.register(dora, network)).json();
    expect(begun.phoneCode).toBe('after-email-code');
    const emailOTP = (await requests.codeTo(dora.email)) ?? '';
    const { registrationToken } = begun;
    const emailed = { email: dora.email, emailOTP, purpose: 'register', registrationToken };
    const [wrong, right] = [
      await requests.post('send-phone-code', { ...emailed, emailOTP: '0000000000' }, network),
      await requests.post('send-phone-code', emailed, network),
    ];
    expect([wrong.json().code, right.json().phoneCode]).toEqual(['codes-not-right', 'sent']);
    const body = { email: dora.email, ...(await requests.codesOf(dora)), registrationToken };
    expect((await requests.post('verify-otps', body, network)).statusCode).toBe(200);
    // Its text was none of the twenty, so it gives none of them back.
    const next = await requests.register({ email: newEmail(), phone: newPhone() }, OWNER);
    expect(next.json().phoneCode).toBe('after-email-code');
  });

  it('of a reset on a known device gives back nothing that strangers share', async () => {
    const own = { ...OWNER, device: createDeviceKey() };
    await requests.signIn(own);
    await useUp('texts at once resets', 20);
    expect((await requests.requestReset({ email }, own)).json().phoneCode).toBe('sent');
    const codes = await requests.codesOf(server.user);
    expect((await requests.reset({ email }, codes, own)).statusCode).toBe(200);
    const [stranger = OWNER] = strangers(1);
    const next = await requests.requestReset({ email: newEmail() }, stranger);
    expect(next.json().phoneCode).toBe('after-email-code');
  });

  it('to a number that has an account is none beyond those of strangers', async () => {
    await useUp('texts at once registrations', 20);
    await requests.register({ email: newEmail(), phone }, OWNER);
    expect(await requests.texts()).toBe(0);
  });

  it('is not available when the budget of the day is used up, and the response says so', async () => {
    await useUp('texts requested resets');
    const known = await requests.requestReset({ email }, OWNER);
    const unknown = await requests.requestReset({ email: newEmail() }, OWNER);
    expect(known.json()).toEqual({
      success: true,
      message: 'We can’t send texts right now. Try again later.',
      resendAfter: 60,
      phoneCode: 'unavailable',
    });
    expect(unknown.json()).toEqual(known.json());
    expect(await server.count('outbox')).toBe(0);
    const registered = await requests.register({ email: newEmail(), phone: newPhone() }, OWNER);
    expect(registered.json().phoneCode).toBe('sent');
    const emailed = { email, emailOTP: '0000000000' };
    const texted = await requests.post('send-phone-code', emailed, OWNER);
    expect(texted.json()).toMatchObject({ success: false, phoneCode: 'unavailable' });
  });

  it('is still there for a known device, and after the code of the email, when strangers used their share', async () => {
    await useUp('texts requested resets strangers', 600);
    const sent = await requests.requestReset({ email }, OWNER);
    expect(sent.json().phoneCode).toBe('after-email-code');
    const emailOTP = (await requests.codeTo(email)) ?? '';
    const texted = await requests.post('send-phone-code', { email, emailOTP }, OWNER);
    expect(texted.json().phoneCode).toBe('sent');
    const device = createDeviceKey();
    await requests.signIn({ ...OWNER, device });
    const own = await requests.requestReset({ email }, { ...OWNER, device });
    expect(own.json().phoneCode).toBe('sent');
  });

  it('names the device that it was requested with, and the email also the place', async () => {
    await requests.requestReset({ email }, { ip: '81.2.69.142', userAgent: LINUX });
    const [mail] = await requests.messagesTo(email);
    const [text] = await requests.messagesTo(phone);
    const shown = { device: 'Chrome on Linux', place: 'United Kingdom' };
    expect(mail?.content).toMatchObject(shown);
    expect(text?.content).toMatchObject(shown);
    server.later(HOUR_MS);
    const evil = 'Your bank: evil.example <a href=//evil.example>';
    await requests.requestReset({ email }, { ip: '198.18.1.1', userAgent: evil });
    const [, second] = await requests.messagesTo(email);
    expect(second?.content).toMatchObject({ device: 'an unknown device' });
  });

  it.each([
    ['premium', '+19005551234'],
    ['toll-free', '+18005551234'],
    ['shared cost', '+491801234567'],
    ['a satellite’s', '+870773123456'],
    ['a network’s of no country', '+882161234567'],
    ['a pager’s', '+447640123456'],
    ['assigned to no one', '+35560112345'],
  ])('is not for a number that is %s: %s', async (_, number) => {
    const refused = await requests.register({ email: newEmail(), phone: number }, OWNER);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({
      code: 'phone-not-supported',
      error: 'We can’t send texts to this number. Use a mobile number.',
    });
    expect(await server.count('registrations')).toBe(0);
  });

  it('to an unknown name gets the same responses, step by step', async () => {
    for (const from of strangers(5)) {
      await requests.requestReset({ email }, from);
      await requests.requestReset({ email: 'nobody@kax.test' }, from);
    }
    server.later(HOUR_MS);
    const steps = async (name: string) => {
      const sent = await requests.requestReset({ email: name }, OWNER);
      const emailed = { email: name, emailOTP: '0000000000' };
      const tries = [];
      for (let each = 0; each < 6; each += 1) {
        tries.push(await requests.post('send-phone-code', emailed, OWNER));
      }
      return [sent, ...tries].map(({ statusCode, body }) => [statusCode, body]);
    };
    const known = await steps(email);
    server.later(MINUTE_MS);
    expect(await steps('nobody@kax.test')).toEqual(known);
  });
});

/** As after a day in which this many messages were requested. */
async function useUp(key: string, count = 1_000): Promise<void> {
  await server.database.pool.query(
    'insert into rate_limits (key, count, window_ends_at) values ($1, $2, $3)',
    [key, count, new Date(server.now().getTime() + DAY_MS)],
  );
}
