import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPostgresOneTimeCodes } from './adapters/postgres/accounts/one-time-codes.ts';
import { hashToken } from './modules/auth/sessions/session-token.ts';
import type { NoticeTopic, TakenNotice } from './ports/outbox.ts';
import { openCode } from './recovery/open-code.ts';
import { createTestServer, newPhone, type TestServer } from './server.test-setup.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NEW_PASSWORD = 'Other!Bank7';

interface Newcomer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}
interface Codes {
  readonly emailOTP: string;
  readonly phoneOTP: string;
}

let server: TestServer;
let app: FastifyInstance;
let dora: Newcomer;
let addresses = 0;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  app = server.app;
  // Each test is in a network of its own: codes belong to the one that they were requested from.
  addresses = (addresses | 255) + 1;
  dora = {
    name: 'Dora Silva',
    email: `${randomUUID()}@kax.test`,
    phone: '+351912345678',
    password: 'Piggy!Bank7',
  };
});

describe('a registration (§2, §4, §7)', () => {
  it('sends a code on each channel and gives no token; both codes make the account and sign in', async () => {
    const begun = await post('register', dora);
    expect(begun.statusCode).toBe(200);
    const { user, registrationToken, resendAfter, data } = begun.json();
    expect(user).toMatchObject({ name: dora.name, email: dora.email, phone: dora.phone });
    expect(data.user).toEqual(user);
    expect(resendAfter).toBe(60);
    expect(begun.json()).not.toHaveProperty('access_token');
    expect(await signIn(dora)).toBe(401);

    const codes = await codesOf(dora);
    expect(codes.emailOTP).toMatch(/^\d{6}$/);
    const verified = await verify(dora, codes, { registrationToken });
    expect(verified.statusCode).toBe(200);
    const { access_token, user: signedIn } = verified.json();
    expect(signedIn.id).toBe(user.id);
    expect(signedIn.wallet.publicWalletAddress).toMatch(/^0x/);
    expect(await status('/wallet/operations', access_token)).toBe(200);
    expect(await signIn(dora)).toBe(200);
    expect(await server.count('registrations')).toBe(0);
    expect(await audited('recovery-unwrapped')).toBe(0);
  });

  it('ends on another device too, and that is recorded', async () => {
    await post('register', dora);
    expect((await verify(dora, await codesOf(dora))).statusCode).toBe(200);
    expect(await audited('recovery-unwrapped')).toBe(1);
  });

  it.each([
    ['name-not-valid', { name: ' \u202e ' }],
    ['email-not-valid', { email: 'dora＠kax.test' }],
    ['phone-not-valid', { phone: '+999 12' }],
    ['password-not-allowed', { password: 'dora silva!7A' }],
    ['password-not-allowed', { password: 'Short1!' }],
    ['password-not-allowed', { password: 'My!Kax-Harbor7' }],
    ['password-not-allowed', { password: 'My!Wallet7', email: 'wallet@kax.test' }],
    ['password-not-allowed', { password: 'P@ssword1!' }],
  ])('is refused with %s: %j', async (code, change) => {
    const response = await post('register', { ...dora, ...change });
    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe(code);
    expect(await server.count('registrations')).toBe(0);
  });

  it('for an existing account looks the same, sends no codes and notifies the owner', async () => {
    const known = await post('register', {
      ...dora,
      phone: '+351912345679',
      email: server.user.email,
    });
    const fresh = await post('register', dora);
    expect(known.statusCode).toBe(fresh.statusCode);
    expect(shapeOf(known.json())).toEqual(shapeOf(fresh.json()));
    expect(await topicsTo(server.user.email)).toEqual(['account-exists']);
    expect(await topicsTo(dora.phone)).toEqual(['registration-codes']);
    const byPhone = await post('register', {
      ...dora,
      email: `${randomUUID()}@kax.test`,
      phone: server.user.phone,
    });
    expect(byPhone.statusCode).toBe(200);
    expect(await topicsTo(server.user.phone)).toEqual(['account-exists']);
    expect(await topicsTo(server.user.email)).toEqual(['account-exists']);
  });

  it('begun again has new codes, and the old ones no longer work', async () => {
    await post('register', dora);
    const first = await codesOf(dora);
    server.later(MINUTE_MS);
    await post('register', { ...dora, password: NEW_PASSWORD });
    expect((await verify(dora, first)).json().code).toBe('codes-not-right');
    expect((await verify(dora, await codesOf(dora))).statusCode).toBe(200);
    expect(await signIn(dora)).toBe(401);
    expect(await signIn({ ...dora, password: NEW_PASSWORD })).toBe(200);
  });

  it('that a stranger began after it cannot be finished by the user who began the first', async () => {
    const mine = await post('register', dora, '198.51.100.1');
    server.later(MINUTE_MS);
    await post('register', { ...dora, password: 'Stranger!Tide77' }, '203.0.113.1');
    const codes = await codesOf(dora);
    const { registrationToken } = mine.json();
    expect((await verify(dora, codes, { registrationToken })).json().code).toBe('codes-not-right');
    expect((await verify(dora, codes)).json().code).toBe('codes-not-right');
    expect(await signIn({ ...dora, password: 'Stranger!Tide77' })).toBe(401);
    server.later(MINUTE_MS);
    const again = await post('register', dora, '198.51.100.1');
    const token = { registrationToken: again.json().registrationToken };
    expect((await verify(dora, await codesOf(dora), token)).statusCode).toBe(200);
  });

  it('is too late for an email that got an account in the meantime', async () => {
    await post('register', dora);
    const codes = await codesOf(dora);
    await server.createUser({ ...dora, phone: newPhone() });
    expect((await verify(dora, codes)).json().code).toBe('codes-not-right');
    expect(await server.count('users')).toBe(2);
  });
});

describe('codes (S22, S23)', () => {
  it('are compared five times at most: the right ones are too late as the sixth', async () => {
    await post('register', dora);
    const codes = await codesOf(dora);
    for (let guess = 0; guess < 5; guess += 1) await verify(dora, wrong(codes));
    expect((await verify(dora, codes)).json().code).toBe('codes-not-right');
  });

  it('are compared five times at most however many guesses arrive at the same time, from any address', async () => {
    await post('register', dora);
    const codes = await codesOf(dora);
    await Promise.all(Array.from({ length: 100 }, () => verify(dora, wrong(codes))));
    const { rows } = await server.database.pool.query('select tries from code_challenges');
    expect(rows).toEqual([{ tries: 5 }]);
    expect((await verify(dora, codes)).json().code).toBe('codes-not-right');
  });

  it('take a thousand guesses from twenty addresses, and compare five', async () => {
    await post('register', dora);
    const codes = await codesOf(dora);
    const from = Array.from({ length: 20 }, nextAddress);
    const byStatus = new Map<number, number>();
    for (let round = 0; round < 10; round += 1) {
      const guesses = Array.from({ length: 100 }, (_, guess) =>
        verify(dora, wrong(codes), {}, from[guess % from.length]),
      );
      for (const { statusCode } of await Promise.all(guesses)) {
        byStatus.set(statusCode, (byStatus.get(statusCode) ?? 0) + 1);
      }
    }
    // A busy machine may respond to some with 503; those are not counted.
    expect([...byStatus.keys()].filter((status) => ![400, 429, 503].includes(status))).toEqual([]);
    expect(byStatus.get(400)).toBeLessThanOrEqual(200);
    const { rows } = await server.database.pool.query('select tries from code_challenges');
    expect(rows).toEqual([{ tries: 5 }]);
    expect((await verify(dora, codes)).json().code).toBe('codes-not-right');
  });

  it('are guessed at most ten times a minute from one address', async () => {
    await post('register', dora);
    const guesses = await Promise.all(
      Array.from({ length: 50 }, () => verify(dora, wrong(), {}, '198.51.100.9')),
    );
    // On a busy machine some may be refused because the server has no time; those are not counted.
    const judged = guesses.filter(({ statusCode }) => statusCode === 400);
    expect(judged.length).toBeLessThanOrEqual(10);
    expect(guesses.every(({ statusCode }) => [400, 429, 503].includes(statusCode))).toBe(true);
    expect(guesses.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(20);
    const refused = guesses.find(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(50);
  });

  it('need both halves', async () => {
    await post('register', dora);
    const codes = await codesOf(dora);
    const half = await verify(dora, { ...codes, phoneOTP: wrong(codes).phoneOTP });
    const other = await verify(dora, { ...codes, emailOTP: wrong(codes).emailOTP });
    expect(half.json()).toEqual(other.json());
    expect(half.json().code).toBe('codes-not-right');
  });

  it.each(['12345', '1234567', '１２３４５６', 'abcdef', '12 34', '-12345', '123456x'])(
    'of another form cost no try: %s',
    async (odd) => {
      await post('register', dora);
      const codes = await codesOf(dora);
      for (let guess = 0; guess < 6; guess += 1) {
        const response = await verify(dora, { ...codes, emailOTP: odd });
        expect(response.json().code).toBe('codes-not-right');
      }
      expect((await verify(dora, codes)).statusCode).toBe(200);
    },
  );

  it('are accepted with blanks, as users copy them', async () => {
    await post('register', dora);
    const { emailOTP, phoneOTP } = await codesOf(dora);
    const spaced = ` ${emailOTP.slice(0, 3)} ${emailOTP.slice(3)} `;
    expect((await verify(dora, { emailOTP: spaced, phoneOTP })).statusCode).toBe(200);
  });

  it('work once, in fifty simultaneous submissions', async () => {
    await post('register', dora);
    const codes = await codesOf(dora);
    await server.database.pool.query('update code_challenges set tries = -100');
    const responses = await Promise.all(Array.from({ length: 50 }, () => verify(dora, codes)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await verify(dora, codes)).json().code).toBe('codes-not-right');
    expect(await server.count('users')).toBe(2);
    expect(await server.count('sessions')).toBe(1);
  });

  it('are valid for ten minutes, whatever else the clock does (S35)', async () => {
    await post('register', dora);
    const codes = await codesOf(dora);
    server.later(10 * MINUTE_MS);
    expect((await verify(dora, codes)).json().code).toBe('codes-not-right');
    server.later(-1_000);
    expect((await verify(dora, codes)).statusCode).toBe(200);
  });

  it('from before the clock was set back are not valid any longer for it (S35)', async () => {
    await post('register', dora);
    const codes = await codesOf(dora);
    server.later(-HOUR_MS);
    expect((await verify(dora, codes)).json().code).toBe('codes-not-right');
    await createPostgresOneTimeCodes(server.database).sweep(server.now());
    server.later(HOUR_MS);
    expect((await verify(dora, codes)).json().code).toBe('codes-not-right');
  });

  it('of a registration set no password', async () => {
    await post('register', dora);
    const codes = await codesOf(dora);
    const { email } = server.user;
    for (const name of [email, dora.email]) {
      expect((await reset({ email: name }, codes)).json().code).toBe('codes-not-right');
    }
  });
});

describe('sending codes (S27)', () => {
  it('happens once a minute, with the seconds that are left', async () => {
    await post('register', dora);
    const early = await post('resend-otp', { email: dora.email });
    expect(early.statusCode).toBe(429);
    expect(early.json()).toMatchObject({ code: 'too-many-requests', retryAfter: 60 });
    expect(early.json().error).toBe('Wait 60 seconds before requesting new codes.');
    server.later(MINUTE_MS);
    const first = await codesOf(dora);
    expect((await post('resend-otp', { email: dora.email })).json().resendAfter).toBe(60);
    const second = await codesOf(dora);
    expect(second).not.toEqual(first);
    expect((await verify(dora, first)).json().code).toBe('codes-not-right');
    expect((await verify(dora, second)).statusCode).toBe(200);
  });

  it('serves one of a hundred simultaneous requests, and five in an hour', async () => {
    const { email } = server.user;
    const request = () => post('send-reset-password-otps', { email });
    const responses = await Promise.all(Array.from({ length: 100 }, request));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (let minute = 0; minute < 59; minute += 1) {
      server.later(MINUTE_MS);
      await request();
    }
    expect((await topicsTo(email)).filter((topic) => topic === 'reset-codes')).toHaveLength(5);
  });

  it('reveals to no one whether there is an account', async () => {
    const known = await post('send-reset-password-otps', { email: server.user.email });
    const unknown = await post('send-reset-password-otps', { email: 'nobody@kax.test' });
    expect(known.json()).toEqual(unknown.json());
    const resends = [dora.email, server.user.email, 'nobody@kax.test'];
    const responses = await Promise.all(
      resends.map((email) => post('resend-otp', { email: `x${email}` })),
    );
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    const wrongOnes = await Promise.all([
      reset({ email: server.user.email }, wrong()),
      reset({ email: 'nobody@kax.test' }, wrong()),
      reset({ email: 'never-asked@kax.test' }, wrong()),
    ]);
    expect(new Set(wrongOnes.map(({ body }) => body)).size).toBe(1);
  });

  it('to one user requested by email and by phone happens once, and no one learns it', async () => {
    const { email, phone } = server.user;
    const one = await post('send-reset-password-otps', { email });
    const other = await post('send-reset-password-otps', { phone });
    expect(other.json()).toEqual(one.json());
    expect(await topicsTo(phone)).toEqual(['reset-codes']);
    expect((await reset({ phone }, await codesOf(server.user))).statusCode).toBe(200);
  });

  it('to a number that reached its limit leaves the earlier codes as they are', async () => {
    await post('register', dora);
    const codes = await codesOf(dora);
    server.later(MINUTE_MS);
    await post('register', { ...dora, email: `${randomUUID()}@kax.test` });
    const response = await post('resend-otp', { email: dora.email });
    expect(response.statusCode).toBe(200);
    expect((await verify(dora, codes)).statusCode).toBe(200);
  });

  it('counts a network of IPv6 as one address', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post('send-reset-password-otps', { email: `p${index}@kax.test` }, `2001:db8::${index + 1}`),
      ),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
  });

  it('that is refused is not counted', async () => {
    await post('register', dora, '198.51.100.8');
    for (let time = 0; time < 12; time += 1) {
      expect((await post('register', dora, '198.51.100.9')).statusCode).toBe(429);
    }
    const other = { ...dora, email: `${randomUUID()}@kax.test`, phone: '+351912345670' };
    expect((await post('register', other, '198.51.100.9')).statusCode).toBe(200);
  });

  it('requested by one address is limited', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        post('send-reset-password-otps', { email: `p${index}@kax.test` }, '198.51.100.9'),
      ),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
  });
});

/** What a submission gets that comes too late for codes that are already used. */
const WRONG_OR_TOO_MANY = new Set(['codes-not-right', 'too-many-requests']);

describe('a new password by codes (S26)', () => {
  it('opens the same wallet, ends every session and signs no one in', async () => {
    const { email, phone, password } = server.user;
    const before = (await post('login', { email, password })).json();
    const signature = await signatureOf(before.access_token);
    await post('send-reset-password-otps', { email });
    const response = await reset({ email, phone: '' }, await codesOf(server.user));
    expect(response.json()).toEqual({
      success: true,
      message: 'Your password has been reset successfully!',
    });
    expect(await status('/wallet/operations', before.access_token)).toBe(401);
    expect((await post('refresh', { refresh_token: before.refresh_token })).statusCode).toBe(401);
    expect(await signIn(server.user)).toBe(401);
    const after = await post('login', { email, password: NEW_PASSWORD });
    expect(after.json().user).toEqual(before.user);
    expect(await signatureOf(after.json().access_token)).toBe(signature);
    expect(await topicsTo(email)).toEqual(['new-device', 'password-reset', 'reset-codes']);
    expect(await topicsTo(phone)).toEqual(['password-reset', 'reset-codes']);
    expect(await audited('recovery-unwrapped')).toBe(1);
    expect(await audited('password-reset')).toBe(1);
  });

  it('that is not allowed costs no try', async () => {
    const { email } = server.user;
    await post('send-reset-password-otps', { email });
    const codes = await codesOf(server.user);
    for (let guess = 0; guess < 7; guess += 1) {
      const response = await reset({ email }, codes, 'short');
      expect(response.json()).toMatchObject({
        code: 'password-not-allowed',
        error: 'Password must be at least 8 characters long',
      });
    }
    const named = await reset({ email }, codes, 'AliceMoreau alice moreau!7');
    expect(named.json().error).toBe('Password should not contain your name');
    expect((await reset({ email }, codes)).statusCode).toBe(200);
  });

  it.each([
    ['P@ssword1!', 'This password is too common. Choose one that’s harder to guess.'],
    ['My!Kax-Harbor7', 'Password should not contain “kax”'],
  ])('%s is refused to everyone, before any code is compared', async (password, error) => {
    const { email } = server.user;
    await post('send-reset-password-otps', { email });
    const codes = await codesOf(server.user);
    for (const tried of [codes, wrong(codes)]) {
      for (let time = 0; time < 3; time += 1) {
        const response = await reset({ email }, tried, password);
        expect(response.json()).toEqual({ code: 'password-not-allowed', error });
        const unknown = await reset({ email: `${randomUUID()}@kax.test` }, tried, password);
        expect(unknown.json()).toEqual(response.json());
      }
    }
    expect(await audited('codes-refused')).toBe(0);
    expect((await reset({ email }, codes)).statusCode).toBe(200);
  });

  it('with the email in it is refused only after right codes, and keeps them', async () => {
    const { email } = server.user;
    const password = `My!${email.split('@')[0]}7A`;
    await post('send-reset-password-otps', { email });
    const codes = await codesOf(server.user);
    const guessed = await reset({ email }, wrong(codes), password);
    expect(guessed.json().code).toBe('codes-not-right');
    const refused = await reset({ email }, codes, password);
    expect(refused.json()).toEqual({
      code: 'password-not-allowed',
      error: 'Password should not contain your email address',
    });
    expect((await reset({ email }, codes)).statusCode).toBe(200);
  });

  it('by the same codes at the same time is set once', async () => {
    const { email } = server.user;
    await post('send-reset-password-otps', { email });
    const codes = await codesOf(server.user);
    const responses = await Promise.all(Array.from({ length: 20 }, () => reset({ email }, codes)));
    const outcomes = responses.map(({ statusCode, json }) =>
      statusCode === 200 ? 'set' : json().code,
    );
    expect(outcomes.filter((outcome) => !WRONG_OR_TOO_MANY.has(outcome))).toEqual(['set']);
    expect(await audited('recovery-unwrapped')).toBe(1);
  });

  it('is guessed at 25 times a day and 100 times in a row by one network, by whichever name', async () => {
    const { email, phone } = server.user;
    let judged = 0;
    for (let day = 0; day < 5; day += 1) {
      for (let send = 0; send < 6; send += 1) {
        server.later(HOUR_MS);
        const by = send % 2 === 0 ? { email } : { phone };
        await post('send-reset-password-otps', by, '198.51.100.9');
        for (let guess = 0; guess < 5; guess += 1) {
          const name = guess % 2 === 0 ? { email } : { phone };
          server.later(MINUTE_MS / 10);
          const codes = wrong(await codesOf(server.user));
          const response = await reset(name, codes, NEW_PASSWORD, '198.51.100.9');
          if (response.statusCode === 400) judged += 1;
          else expect(response.json().code).toBe('too-many-requests');
        }
      }
      expect(judged).toBe(Math.min(100, 25 * (day + 1)));
      server.later(18 * HOUR_MS);
    }
    await post('send-reset-password-otps', { email }, '203.0.113.9');
    await reset({ email }, wrong(), NEW_PASSWORD, '203.0.113.9');
    expect(await audited('codes-refused')).toBe(101);
  });

  it('immediately lets in a user whom strangers had throttled', async () => {
    for (let guess = 0; guess < 8; guess += 1) {
      await post('login', { email: server.user.email, password: 'x' }, '198.51.100.9');
    }
    const { email } = server.user;
    await post('send-reset-password-otps', { email }, '198.51.100.9');
    await reset({ email }, await codesOf(server.user), NEW_PASSWORD, '198.51.100.9');
    const response = await post('login', { email, password: NEW_PASSWORD }, '198.51.100.9');
    expect(response.statusCode).toBe(200);
  });

  it('is set ten times an hour from one network, each recorded and notified twice (S04)', async () => {
    let done = 0;
    const from = '203.0.113.';
    for (let user = 0; user < 13; user += 1) {
      const phone = `+35191${String(1_000_000 + user)}`;
      const someone = { ...dora, email: `p${user}-${randomUUID()}@kax.test`, phone };
      await server.createUser(someone);
      await post('send-reset-password-otps', { email: someone.email }, `${from}${user}`);
      const codes = await codesOf(someone);
      const response = await reset({ email: someone.email }, codes, NEW_PASSWORD, `${from}${user}`);
      if (response.statusCode === 200) done += 1;
      else expect(response.json().code).toBe('busy');
    }
    expect(done).toBe(10);
    expect(await audited('recovery-unwrapped')).toBe(10);
    expect(await audited('recovery-capped')).toBe(3);
    const { rows } = await server.database.pool.query(
      "select count(*)::int as n from outbox where topic = 'password-reset'",
    );
    expect(rows[0].n).toBe(20);
    server.later(51 * MINUTE_MS);
    const { email } = server.user;
    await post('send-reset-password-otps', { email }, `${from}99`);
    const codes = await codesOf(server.user);
    const tooEarly = await reset({ email }, codes, NEW_PASSWORD, `${from}99`);
    expect(tooEarly.json()).toEqual({
      code: 'busy',
      error: 'Too many passwords were reset. Try again in 9 minutes.',
      retryAfter: 540,
    });
    // The codes were right and had no effect: they are still valid once the network may reset again.
    server.later(9 * MINUTE_MS);
    expect((await reset({ email }, codes, NEW_PASSWORD, `${from}99`)).statusCode).toBe(200);
  });

  it('is set five times a day for one user, whatever the database says', async () => {
    const { email } = server.user;
    for (let time = 0; time < 6; time += 1) {
      server.later(HOUR_MS);
      await server.database.pool.query('truncate rate_limits');
      server.restart();
      await post('send-reset-password-otps', { email });
      const response = await reset({ email }, await codesOf(server.user), `Other!Bank${time}`);
      expect(response.statusCode).toBe(time < 5 ? 200 : 503);
      if (time === 5) expect(response.json().error).toMatch(/^Too many .* in 19 hours\.$/);
    }
  });
});

it('a password that is checked while another one is being set opens nothing', async () => {
  const { email, password } = server.user;
  await post('send-reset-password-otps', { email });
  const codes = await codesOf(server.user);
  const responses = await Promise.all([
    reset({ email }, codes),
    ...Array.from({ length: 4 }, () => post('login', { email, password })),
  ]);
  expect(responses[0]?.statusCode).toBe(200);
  const { rows } = await server.database.pool.query('select 1 from sessions');
  expect(rows).toHaveLength(0);
});

function post(call: string, payload: object, remoteAddress = nextAddress()) {
  return app.inject({ method: 'POST', url: `/api/auth/${call}`, payload, remoteAddress });
}

/** Limits by address must not interfere with what is tested here. */
function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

function verify({ email }: Newcomer, codes: Codes, more: object = {}, from = nextAddress()) {
  return post('verify-otps', { email, ...codes, ...more }, from);
}

function reset(name: object, codes: Codes, newPassword = NEW_PASSWORD, from = nextAddress()) {
  return post('reset-password', { ...name, ...codes, newPassword }, from);
}

async function signIn({ email, password }: Newcomer): Promise<number> {
  return (await post('login', { email, password })).statusCode;
}

async function status(path: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await app.inject({ method: 'GET', url: `/api${path}`, headers })).statusCode;
}

/** A signature of the wallet's key over always the same transaction. */
async function signatureOf(accessToken: string): Promise<string> {
  const { rows } = await server.database.pool.query<{ id: string; user_id: string }>(
    'select s.id, s.user_id from sessions s join session_tokens t on t.session_id = s.id where t.hash = $1',
    [hashToken(accessToken)],
  );
  const [session] = rows;
  if (session === undefined) throw new Error('The session does not exist.');
  const bearer = { userId: session.user_id, sessionId: session.id, accessToken };
  const signed = await server.vault.withPublicSigner(bearer, (signer) =>
    signer.sign({
      chainId: 31_337,
      nonce: 0,
      to: signer.address,
      value: 1n,
      data: '0x',
      gas: 21_000n,
      maxFeePerGas: 2n,
      maxPriorityFeePerGas: 1n,
    }),
  );
  if (!signed.ok) throw new Error(signed.reason);
  return signed.value;
}

/** The newest codes on their way to a user. */
async function codesOf({ email, phone }: Newcomer): Promise<Codes> {
  const codeTo = async (recipient: string) => {
    const { rows } = await server.database.pool.query<TakenNotice>(
      'select channel, recipient, content, secret from outbox where recipient = $1 and secret is not null order by id desc limit 1',
      [recipient],
    );
    if (rows[0] === undefined) throw new Error(`No code is on its way to ${recipient}.`);
    const code = openCode(server.codeSecrets, rows[0]);
    if (code === null) throw new Error(`The message to ${recipient} has no code.`);
    return code;
  };
  return { emailOTP: await codeTo(email), phoneOTP: await codeTo(phone) };
}

/** Codes that are certainly wrong. */
function wrong({ emailOTP, phoneOTP }: Codes = { emailOTP: '000000', phoneOTP: '000000' }): Codes {
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  return { emailOTP: other(emailOTP), phoneOTP: other(phoneOTP) };
}

async function topicsTo(recipient: string): Promise<readonly NoticeTopic[]> {
  const { rows } = await server.database.pool.query<{ topic: NoticeTopic }>(
    'select topic from outbox where recipient = $1 order by topic',
    [recipient],
  );
  return rows.map(({ topic }) => topic);
}

async function audited(event: string): Promise<number> {
  return server.count(`audit_events where event = '${event}'`);
}

/** Keys in their order, and what kind each value is. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]);
}
