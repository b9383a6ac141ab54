import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataKey } from './ports/key-vault.ts';
import type { TakenNotice } from './ports/outbox.ts';
import { openCode } from './recovery/open-code.ts';
import { createTestServer, newPhone, type TestServer, type TestUser } from './server.test-setup.ts';

/** Someone who can write to every table, and has an account with its own email and phone. */

const NEW_PASSWORD = 'Other!Bank7';

let server: TestServer;
let victim: TestUser & { readonly id: string };
let attacker: TestUser & { readonly id: string };
let addresses = 0;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  victim = await withId(server.user);
  const email = `mallory-${randomUUID()}@kax.test`;
  const mallory = { name: 'Mallory', email, phone: newPhone(), password: 'Mallory!Bank9' };
  await server.createUser(mallory);
  attacker = await withId(mallory);
});

async function withId(user: TestUser) {
  const [row] = await query<{ id: string }>('select id from users where email = $1', [user.email]);
  if (row === undefined) throw new Error(`${user.email} has no account.`);
  return { ...user, id: row.id };
}

function newUser(phone: string): TestUser {
  const email = `new-${randomUUID()}@kax.test`;
  return { name: 'New User', email, phone, password: 'Piggy!Bank7' };
}

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await server.database.pool.query<Row>(text, values)).rows;
}

function post(call: string, payload: object, headers: Record<string, string> = {}) {
  addresses += 1;
  const remoteAddress = `10.${addresses >> 8}.${addresses & 255}.1`;
  return server.app.inject({
    ...{ method: 'POST', url: `/api/auth/${call}`, payload, remoteAddress, headers },
  });
}

const sendCodes = (name: object) => post('send-reset-password-otps', name);
const reset = (name: object, codes: object) =>
  post('reset-password', { ...name, ...codes, newPassword: NEW_PASSWORD });

/** What reaches a mailbox and a phone: the process that sends codes opens each for its recipient. */
async function receive({ email, phone }: Pick<TestUser, 'email' | 'phone'>) {
  const codes: string[] = [];
  for (const recipient of [email, phone]) {
    const [notice] = await query<TakenNotice>(
      'select * from outbox where recipient = $1 and secret is not null order by id desc limit 1',
      [recipient],
    );
    if (notice === undefined) return null;
    codes.push(openCode(server.codeSecrets, notice) ?? '');
  }
  const [emailOTP = '', phoneOTP = ''] = codes;
  return { emailOTP, phoneOTP };
}

async function codesOf(user: Pick<TestUser, 'email' | 'phone'>) {
  const codes = await receive(user);
  if (codes === null) throw new Error(`${user.email} received no codes.`);
  return codes;
}

/** Nothing of what was tried let anyone in, or changed what lets the victim in. */
async function expectNothingOpened(): Promise<void> {
  const opened = await query("select 1 from audit_events where event = 'recovery-unwrapped'");
  expect(opened).toEqual([]);
  const { email, password } = victim;
  expect((await post('login', { email, password: NEW_PASSWORD })).statusCode).toBe(401);
  expect((await post('login', { email, password })).statusCode).toBe(200);
}

describe('codes of one’s own', () => {
  const columns = ['subject', 'purpose', 'id', 'expires_at', 'codes_hash'];

  it('set no password of another user, whichever columns of the challenges are exchanged', async () => {
    // Every set of columns of the victim's challenge, but all of them, becomes what the attacker's has.
    for (let chosen = 1; chosen < 2 ** columns.length - 1; chosen += 1) {
      await query('truncate code_challenges, outbox, rate_limits cascade');
      await sendCodes({ email: victim.email });
      await sendCodes({ email: attacker.email });
      const codes = await codesOf(attacker);
      const taken = columns.filter((_column, index) => chosen & (1 << index));
      const [own] = await query<Record<string, unknown>>(
        'delete from code_challenges where subject = $1 returning *',
        [attacker.id],
      );
      const set = taken.map((column, index) => `${column} = $${index + 2}`).join(', ');
      await query(`update code_challenges set ${set} where subject = $1`, [
        victim.id,
        ...taken.map((column) => own?.[column]),
      ]);
      const response = await reset({ email: victim.email }, codes);
      expect(response.json(), taken.join()).toMatchObject({ code: 'codes-not-right' });
    }
    await expectNothingOpened();
  });

  it('set no password of another user when the row is theirs in all but the name', async () => {
    await sendCodes({ email: attacker.email });
    const codes = await codesOf(attacker);
    await query('update code_challenges set subject = $1', [victim.id]);
    expect((await reset({ email: victim.email }, codes)).json().code).toBe('codes-not-right');
    await expectNothingOpened();
  });

  it('of a registration set no password', async () => {
    const newcomer = newUser('+351912345671');
    await post('register', newcomer);
    const codes = await codesOf(newcomer);
    await query("update code_challenges set purpose = 'reset', subject = $1", [victim.id]);
    expect((await reset({ email: victim.email }, codes)).json().code).toBe('codes-not-right');
    await expectNothingOpened();
  });
});

describe('contacts of one’s own in another user’s row', () => {
  it.each([
    ['the email', 'email'],
    ['the phone', 'phone'],
    ['both', 'email, phone'],
  ])('receive no codes: %s', async (_name, columns) => {
    const mine = { email: `mine-${randomUUID()}@kax.test`, phone: newPhone() };
    const before = await query<TestUser>('select email, phone from users where id = $1', [
      victim.id,
    ]);
    for (const column of columns.split(', ') as ['email' | 'phone']) {
      await query(`update users set ${column} = $2 where id = $1`, [victim.id, mine[column]]);
    }
    for (const name of [{ email: mine.email }, { email: victim.email }, { phone: mine.phone }]) {
      const sent = await sendCodes(name);
      expect([200, 403]).toContain(sent.statusCode);
    }
    const [now] = await query<TestUser>('select email, phone from users where id = $1', [
      victim.id,
    ]);
    expect(await receive({ ...victim, ...now })).toBeNull();
    expect(await query('select 1 from outbox where secret is not null')).toEqual([]);
    // Neither the old password nor a new one lets anyone in meanwhile.
    const login = await post('login', { email: now?.email, password: victim.password });
    expect(login.json()).toMatchObject({ code: 'account-changed' });
    expect(server.logged().join()).toContain('an account was changed');
    await query('update users set email = $2, phone = $3 where id = $1', [
      ...[victim.id, before[0]?.email, before[0]?.phone],
    ]);
    await expectNothingOpened();
  });

  it('receive nothing when they are set after the codes were sent, either', async () => {
    await sendCodes({ email: victim.email });
    await query('update outbox set recipient = $2 where recipient = $1', [
      ...[victim.email, attacker.email],
    ]);
    await query('update outbox set recipient = $2 where recipient = $1', [
      ...[victim.phone, attacker.phone],
    ]);
    await expect(receive(attacker)).rejects.toThrow(/authenticate/);
    await expectNothingOpened();
  });

  it('are not believed with the signature of the account that has them', async () => {
    await query('update users set email = $2, phone = $3 where id = $1', [
      ...[attacker.id, `x${attacker.email}`, newPhone()],
    ]);
    await query(
      `update users v set email = $3, phone = $4, signature = a.signature from users a
       where v.id = $1 and a.id = $2`,
      [victim.id, attacker.id, attacker.email, attacker.phone],
    );
    const sent = await sendCodes({ email: attacker.email });
    expect(sent.json()).toMatchObject({ code: 'account-changed' });
    expect(await query('select 1 from outbox where secret is not null')).toEqual([]);
  });
});

describe('the sealed key of another user', () => {
  it.each(['recovery_wrap', 'recovery_wrap, seed_ciphertext'])(
    'in one’s own row opens with one’s own codes nothing: %s',
    async (columns) => {
      for (const column of columns.split(', ')) {
        await query(
          `update key_records a set ${column} = v.${column} from key_records v
           where a.user_id = $1 and v.user_id = $2`,
          [attacker.id, victim.id],
        );
      }
      await sendCodes({ email: attacker.email });
      const response = await reset({ email: attacker.email }, await codesOf(attacker));
      expect(response.statusCode).not.toBe(200);
      const { email, password } = victim;
      expect((await post('login', { email, password })).statusCode).toBe(200);
    },
  );

  it('moved to one’s own wallet and addresses opens nothing', async () => {
    await query('delete from key_records where user_id = $1', [attacker.id]);
    await query('update key_records set user_id = $1 where user_id = $2', [attacker.id, victim.id]);
    await sendCodes({ email: attacker.email });
    const response = await reset({ email: attacker.email }, await codesOf(attacker));
    expect(response.statusCode).not.toBe(200);
  });
});

describe('the addresses of a wallet', () => {
  it.each(['public_address', 'private_address', 'id'])(
    'are shown to no one after their %s was changed',
    async (column) => {
      const { access_token: token } = await server.signIn();
      const authorization = `Bearer ${token}`;
      const other = column === 'id' ? randomUUID() : '0x00000000000000000000000000000000000000aa';
      await query(`update wallets set ${column} = $2 where user_id = $1`, [victim.id, other]);
      for (const path of ['auth/user-sessions', 'wallet/public/coins', 'wallet/operations']) {
        const url = `/api/${path}`;
        const response = await server.app.inject({
          method: 'GET',
          url,
          headers: { authorization },
        });
        expect(response.json(), path).toMatchObject({ code: 'account-changed' });
      }
      const { email, password } = victim;
      const login = await post('login', { email, password });
      expect(login.json()).toMatchObject({ code: 'account-changed' });
    },
  );
});

it('a session of one’s own, moved to another user, opens no key of theirs', async () => {
  const { email, password } = attacker;
  const { access_token: accessToken } = (await post('login', { email, password })).json();
  const [session] = await query<{ id: string }>('update sessions set user_id = $1 returning id', [
    victim.id,
  ]);
  if (session === undefined) throw new Error('There is no session.');
  const headers = { authorization: `Bearer ${accessToken}` };
  const own = await server.app.inject({ method: 'GET', url: '/api/auth/user-sessions', headers });
  expect(own.statusCode).toBe(200);
  const bearer = { userId: victim.id, sessionId: session.id, accessToken };
  const signing = server.vault.withPublicSigner(bearer, (signer) => signer.signMessage('mine'));
  await expect(signing).rejects.toThrow(/authenticate/);
  const exported = await server.app.inject({
    ...{
      method: 'POST',
      url: '/api/wallet/export-keys',
      headers,
      payload: { password, what: 'phrase' },
    },
  });
  expect(exported.json()).toMatchObject({ code: 'password-wrong' });
});

describe('a registration', () => {
  const columns = ['email', 'phone', 'user_id', 'wallet_id', 'public_address', 'private_address'];

  it.each(columns)('is not completed after its %s was changed', async (column) => {
    const newcomer = newUser('+351912345671');
    await post('register', newcomer);
    const codes = await codesOf(newcomer);
    const changed: Readonly<Record<string, string>> = {
      email: `other-${randomUUID()}@kax.test`,
      phone: '+351912345673',
      user_id: randomUUID(),
      wallet_id: randomUUID(),
      public_address: '0x00000000000000000000000000000000000000aa',
      private_address: '0zkother',
    };
    await query(`update registrations set ${column} = $1`, [changed[column]]);
    const email = column === 'email' ? changed.email : newcomer.email;
    const response = await post('verify-otps', { email, ...codes });
    expect(response.json()).toMatchObject({ code: 'codes-not-right' });
    expect(await server.count('users')).toBe(2);
  });

  it('with the key of another one is not completed', async () => {
    const newcomer = newUser('+351912345671');
    await post('register', newcomer);
    const [first] = await query<{ recovery_wrap: Buffer }>(
      'select recovery_wrap from registrations',
    );
    const other = newUser('+351912345672');
    await post('register', other);
    await query('update registrations set recovery_wrap = $1 where email = $2', [
      ...[first?.recovery_wrap, other.email],
    ]);
    const response = await post('verify-otps', { email: other.email, ...(await codesOf(other)) });
    expect(response.statusCode).not.toBe(200);
    expect(await server.count('users')).toBe(2);
  });
});

it('a signature for another user’s id, which a registration of one’s own obtains, opens nothing of theirs', async () => {
  const [wallet] = await query<{ id: string; public_address: never; private_address: never }>(
    'select id, public_address, private_address from wallets where user_id = $1',
    [victim.id],
  );
  if (wallet === undefined) throw new Error('The victim has no wallet.');
  const { id, public_address: publicAddress, private_address: privateAddress } = wallet;
  const mine = newUser('+351912345671');
  // All that a taken-over api can say: the victim's id and wallet with contacts of its own.
  const account = {
    ...mine,
    userId: victim.id,
    wallet: { id, name: 'Wallet', publicAddress, privateAddress },
  };
  const registration = { registrationId: randomUUID(), account };
  const wrap = await server.recovery.wrap(registration, randomBytes(32) as Uint8Array as DataKey);
  await server.recovery.sendCodes({ purpose: 'register', ...registration });
  const typed = { ip: '10.9.9.9', unknownName: 'unknown' };
  const completed = await server.recovery.completeRegistration(
    { ...registration, wrap },
    { ...typed, ...(await codesOf(mine)), needsDataKey: false },
  );
  if (completed.kind !== 'right') throw new Error('The registration was not completed.');
  await query('update users set email = $2, phone = $3, signature = $4 where id = $1', [
    ...[victim.id, mine.email, mine.phone, completed.signature],
  ]);
  await query('truncate outbox');
  await server.recovery.sendCodes({ purpose: 'reset', userId: victim.id });
  const codes = await codesOf(mine);
  await expect(server.recovery.recover(victim.id, { ...typed, ...codes })).rejects.toThrow(
    /authenticate/,
  );
});

it('an account that only the database says was signed before signatures existed gets no codes', async () => {
  await query('update users set signature = null where id = $1', [victim.id]);
  const sent = await sendCodes({ email: victim.email });
  expect(sent.json()).toMatchObject({ code: 'account-changed' });
  expect(await query('select 1 from outbox where secret is not null')).toEqual([]);
});
