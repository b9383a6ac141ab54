import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPostgresRecoverableAccounts } from '../../apps/api/src/adapters/postgres/accounts/recoverable-accounts.ts';
import { countRecoveryWraps } from '../../apps/api/src/adapters/postgres/accounts/recovery-wraps.ts';
import { hashToken } from '../../apps/api/src/modules/auth/sessions/session-token.ts';
import type { TakenNotice } from '../../apps/api/src/ports/outbox.ts';
import { openCode } from '../../apps/api/src/recovery/open-code.ts';
import {
  createTestServer,
  newPhone,
  type TestServer,
  type TestUser,
} from '../../apps/api/src/server.test-setup.ts';
import { replaceRecoveryKey } from './replace-recovery-key.ts';

const DAY_MS = 24 * 60 * 60_000;
let server: TestServer;
let addresses = 0;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());
beforeEach(() => server.reset());

/** Two days later, so that only what is stored decides. */
const step = (...words: readonly string[]) =>
  replaceRecoveryKey(words, {
    folder: server.recoveryKeys.folder,
    countWraps: () => countRecoveryWraps(server.database),
    now: new Date(Date.now() + 2 * DAY_MS),
  });

/** As `recovery new` and a restart do. */
async function makeNew(): Promise<void> {
  expect(await step('new')).toMatchObject({ isDone: true });
  await server.recoveryKeys.restart();
}

/** As `recovery retire` and a restart do, whatever files earlier tests left. */
async function retire(...options: readonly string[]): Promise<boolean> {
  const { isDone } = await step('retire', ...options);
  if (isDone) await server.recoveryKeys.restart();
  return isDone;
}

it('a forgotten password is reset before, meanwhile and after: the wallet stays the same', async () => {
  const wallet = await walletBehind(server.user.password);
  await makeNew();
  expect(await resetPassword(server.user, 'Other!Bank1')).toBe(200);
  expect(await retire()).toBe(false);
  expect(await retire('--leave-behind')).toBe(false);
  expect(await server.recoveryKeys.renew()).toBe(1);
  expect(await resetPassword(server.user, 'Other!Bank2')).toBe(200);
  expect(await retire()).toBe(true);
  expect(await resetPassword(server.user, 'Other!Bank3')).toBe(200);
  expect(await walletBehind('Other!Bank3')).toBe(wallet);
});

it('a run that ended in the middle is continued by the next one, and until then nothing is retired', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => createUser()));
  await makeNew();
  let looks = 0;
  await server.recoveryKeys.renew(() => {
    looks += 1;
    return looks > 3;
  });
  const counts = (await countRecoveryWraps(server.database)).map(({ count }) => count);
  expect(counts.toSorted()).toEqual([2, 3]);
  expect(await retire()).toBe(false);
  expect(await server.recoveryKeys.renew()).toBe(3);
  expect(await retire()).toBe(true);
  for (const user of others) expect(await resetPassword(user, 'Other!Bank1')).toBe(200);
});

it('whoever began to register before completes it, and their wrap is under the newest key', async () => {
  const newcomer = { name: 'Dora', email: `${randomUUID()}@kax.test`, phone: newPhone() };
  expect((await post('register', { ...newcomer, password: 'Piggy!Bank7' })).statusCode).toBe(200);
  await makeNew();
  await server.recoveryKeys.renew();
  expect(await retire()).toBe(false);
  const codes = await codesOf(newcomer);
  const verified = await post('verify-otps', { email: newcomer.email, ...codes });
  expect(verified.statusCode).toBe(200);
  expect(await countRecoveryWraps(server.database)).toMatchObject([{ count: 2 }]);
  expect(await retire()).toBe(true);
  expect(await resetPassword(newcomer, 'Other!Bank1')).toBe(200);
});

it('a wrap in an old copy of the database opens nothing once its key is set aside', async () => {
  const found = await server.database.pool.query('select user_id, recovery_wrap from key_records');
  const [old] = found.rows;
  await makeNew();
  await server.recoveryKeys.renew();
  expect(await retire()).toBe(true);
  await server.database.pool.query('update key_records set recovery_wrap = $1', [
    old.recovery_wrap,
  ]);
  expect(await resetPassword(server.user, 'Other!Bank1')).toBe(500);
});

it('a wrap that was changed meanwhile is not overwritten, and that of a deleted wallet not brought back', async () => {
  const accounts = createPostgresRecoverableAccounts(server.database);
  const request = { prefix: Buffer.of(4), after: null, limit: 9 };
  expect(await accounts.listOutdated(request)).toEqual([]);
  const [listed] = await accounts.listOutdated({ ...request, prefix: Buffer.of(9) });
  if (listed === undefined) throw new Error('There is no account.');
  const { userId } = listed.account;
  const stored = () => accounts.find(userId).then((found) => found?.recoveryWrap);
  const [changed, late] = [Buffer.of(4, 1), Buffer.of(4, 2)];
  expect(await accounts.replaceWrap(userId, listed.recoveryWrap, changed)).toBe(true);
  expect(await accounts.replaceWrap(userId, listed.recoveryWrap, late)).toBe(false);
  expect(await stored()).toEqual(changed);
  await server.database.pool.query('delete from users');
  expect(await accounts.replaceWrap(userId, changed, late)).toBe(false);
  expect(await stored()).toBeUndefined();
});

function post(call: string, payload: object) {
  addresses += 1;
  const remoteAddress = `10.1.${addresses >> 8}.${addresses & 255}`;
  return server.app.inject({ method: 'POST', url: `/api/auth/${call}`, payload, remoteAddress });
}

async function createUser(): Promise<TestUser> {
  const email = `${randomUUID()}@kax.test`;
  const user = { ...server.user, email, phone: newPhone() };
  await server.createUser(user);
  return user;
}

/** @returns the status */
async function resetPassword(
  user: Pick<TestUser, 'email' | 'phone'>,
  newPassword: string,
): Promise<number> {
  const { email } = user;
  server.later(DAY_MS);
  await post('send-reset-password-otps', { email });
  const payload = { email, ...(await codesOf(user)), newPassword };
  return (await post('reset-password', payload)).statusCode;
}

/** @returns the address of the key that a password opens */
async function walletBehind(password: string): Promise<string> {
  const signedIn = await post('login', { email: server.user.email, password });
  expect(signedIn.statusCode).toBe(200);
  const { access_token: accessToken } = signedIn.json();
  const { rows } = await server.database.pool.query<{ id: string; user_id: string }>(
    'select s.id, s.user_id from sessions s join session_tokens t on t.session_id = s.id where t.hash = $1',
    [hashToken(accessToken)],
  );
  const [session] = rows;
  if (session === undefined) throw new Error('The session does not exist.');
  const bearer = { userId: session.user_id, sessionId: session.id, accessToken };
  const opened = await server.vault.withPublicSigner(bearer, async ({ address }) => address);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.value;
}

/** The newest codes on their way to a user. */
async function codesOf({ email, phone }: Pick<TestUser, 'email' | 'phone'>) {
  const codeTo = async (recipient: string) => {
    const { rows } = await server.database.pool.query<TakenNotice>(
      'select channel, recipient, content, secret from outbox where recipient = $1 and secret is not null order by id desc limit 1',
      [recipient],
    );
    const code = rows[0] === undefined ? null : openCode(server.codeSecrets, rows[0]);
    if (code === null) throw new Error(`No code is on its way to ${recipient}.`);
    return code;
  };
  return { emailOTP: await codeTo(email), phoneOTP: await codeTo(phone) };
}
