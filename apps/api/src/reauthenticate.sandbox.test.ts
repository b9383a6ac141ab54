import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyRecordContent } from './adapters/postgres/accounts/key-record-seals.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';
import {
  createSessionCalls,
  LONDON,
  NEW_PASSWORD,
  PASSWORD,
  type SessionCalls,
} from './session-calls.test-setup.ts';

const HOUR_MS = 3_600_000;
let server: TestServer;
let calls: SessionCalls;

beforeAll(async () => {
  // Simultaneous checks are under test, so each takes as long as the product's.
  server = await createTestServer({ hashing: 'as shipped' });
  calls = createSessionCalls(server);
});
afterAll(() => server?.stop());
beforeEach(() => server.reset());

describe('the password again', () => {
  it('changes the password, ends the other sessions and notifies the owner on both channels', async () => {
    const other = await calls.signIn();
    const current = await calls.signIn();
    const response = await calls.changePassword(current);
    expect(response.json()).toEqual({ success: true, message: 'Your password has been updated!' });
    expect(await calls.use(other)).toBe(401);
    expect(await calls.use(current)).toBe(200);
    expect((await calls.refresh(current)).statusCode).toBe(200);
    expect((await calls.login({ password: PASSWORD })).statusCode).toBe(401);
    expect((await calls.login({ password: NEW_PASSWORD })).statusCode).toBe(200);
    expect(await calls.notices('password-changed')).toMatchObject([
      { channel: 'email', recipient: server.user.email },
      { channel: 'sms', recipient: server.user.phone },
    ]);
    expect(await calls.audited('password-changed')).toBe(1);
  });

  it.each([
    ['short1!', 'password-not-allowed', 'Password must be at least 8 characters long'],
    ['Alice Moreau!7', 'password-not-allowed', 'Password should not contain your name'],
    ['My!MAILBOX7a', 'password-not-allowed', 'Password should not contain your email address'],
    ['My!Kax-Harbor7', 'password-not-allowed', 'Password should not contain “kax”'],
    [
      'P@ssword1!',
      'password-not-allowed',
      'This password is too common. Choose one that’s harder to guess.',
    ],
    [PASSWORD, 'password-unchanged', 'New password must be different from current password'],
  ])('is refused as new: %s', async (candidate, code, error) => {
    const current = await calls.signIn();
    const response = await calls.post('/api/auth/change-password', current, {
      currentPassword: PASSWORD,
      newPassword: candidate.replace('MAILBOX', server.user.email.split('@')[0] ?? ''),
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ code, error });
    expect((await calls.login({ password: PASSWORD })).statusCode).toBe(200);
  });

  it('lets one of two changes at the same time win, and reports it to the other', async () => {
    const current = await calls.signIn();
    const responses = await Promise.all(
      ['Tortoise#Shell9', 'Elephant#Trunk8'].map((candidate) =>
        calls.post('/api/auth/change-password', current, {
          currentPassword: PASSWORD,
          newPassword: candidate,
        }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 503]);
  });

  it('counts guesses of a session apart from those of the sign-in', async () => {
    const current = await calls.signIn();
    const guess = () =>
      calls.post('/api/auth/change-password', current, {
        currentPassword: 'Wrong!Guess1',
        newPassword: NEW_PASSWORD,
      });
    for (let i = 0; i < 4; i += 1) expect((await guess()).json().code).toBe('password-wrong');
    for (let i = 0; i < 5; i += 1) {
      expect((await calls.login({ password: 'Wrong!Guess1', ip: '127.0.0.1' })).statusCode).toBe(
        401,
      );
    }
    expect((await guess()).json().code).toBe('password-wrong');
    const refused = await calls.changePassword(current);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      error: 'Too many attempts. Try again in 1 second.',
      retryAfter: 1,
    });
    expect(await calls.audited('password-wrong')).toBe(5);
    server.later(1_000);
    expect((await calls.changePassword(current)).statusCode).toBe(200);
  });

  it('is refused as a guess from the same session even when many arrive at the same time', async () => {
    const current = await calls.signIn();
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        calls.post('/api/wallet/export-keys', current, { password: `Guess!${i}`, what: 'phrase' }),
      ),
    );
    expect(guesses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
    expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(45);
  });
});

describe('export of keys', () => {
  it('gives exactly what was requested, notifies the owner, and logs nothing of it', async () => {
    const current = await calls.signIn();
    const words = (await calls.exportKeys(current, 'phrase')).json();
    expect(words.phrase.split(' ')).toHaveLength(12);
    expect(Object.keys(words).sort()).toEqual([
      'createdAt',
      'phrase',
      'privateWalletAddress',
      'publicWalletAddress',
    ]);
    const key = (await calls.exportKeys(current, 'private-key')).json();
    expect(key.privateKey).toMatch(/^0x[0-9a-f]{64}$/);
    expect(key.phrase).toBeUndefined();
    const response = await calls.exportKeys(current, 'file');
    expect(response.headers['cache-control']).toBe('no-store');
    const { file, publicWalletAddress } = response.json();
    expect(file.name).toBe(`kax-wallet-${publicWalletAddress.slice(0, 10).toLowerCase()}.json`);
    expect(JSON.parse(file.content)).toMatchObject({ version: 3, crypto: { kdf: 'scrypt' } });
    expect(await calls.audited('keys-exported')).toBe(3);
    expect((await calls.notices('keys-exported')).map(({ content }) => content.what)).toEqual([
      'phrase',
      'private-key',
      'file',
    ]);
    const logs = server.logged().join('\n');
    for (const secret of [words.phrase, key.privateKey, PASSWORD])
      expect(logs).not.toContain(secret);
  });

  it('happens at most three times an hour', async () => {
    const current = await calls.signIn();
    for (let i = 0; i < 3; i += 1) {
      expect((await calls.exportKeys(current, 'phrase')).statusCode).toBe(200);
    }
    const refused = await calls.exportKeys(current, 'phrase');
    expect(refused.json()).toMatchObject({ code: 'too-many-requests', retryAfter: 3_600 });
    expect(refused.body).not.toContain('phrase');
  });

  it('is closed for 24 hours after the password was reset by codes', async () => {
    const { rows } = await server.database.pool.query('select * from key_records');
    const recovered = { ...rows[0], recovered_at: server.now() };
    const seal = server.seals.seal(...keyRecordContent(recovered));
    await server.database.pool.query('update key_records set recovered_at = $1, seal = $2', [
      ...[server.now(), seal],
    ]);
    const refused = await calls.exportKeys(await calls.signIn(), 'private-key');
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'export-locked', retryAfter: 24 * 3_600 });
    expect(await calls.audited('export-refused')).toBe(1);
    server.later(24 * HOUR_MS);
    expect((await calls.exportKeys(await calls.signIn(), 'private-key')).statusCode).toBe(200);
  });
});

describe('guessing at the sign-in', () => {
  it('evaluates at most 10 of 200 guesses in a minute, and the owner gets in from elsewhere', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 200; i += 1) {
      statuses.push((await calls.login({ password: `Guess!${i}`, ip: '198.51.100.7' })).statusCode);
      server.later(300);
    }
    const evaluated = statuses.filter((status) => status === 401).length;
    expect(evaluated).toBeGreaterThan(0);
    expect(evaluated).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(200 - evaluated);
    expect(await calls.audited('login-throttled')).toBeLessThanOrEqual(2);
    expect((await calls.login({ password: PASSWORD, ip: LONDON })).statusCode).toBe(200);
  });
});
