import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataKey } from '../ports/key-vault.ts';
import { newPhone, type TestUser } from '../server.test-setup.ts';
import {
  createHostileWriter,
  type HostileWriter,
  NEW_PASSWORD,
  newUser,
} from './hostile-writer.test-setup.ts';

let writer: HostileWriter;

beforeAll(async () => {
  writer = await createHostileWriter();
});
afterAll(() => writer?.server.stop());
beforeEach(() => writer.reset());

const sendCodes = (name: object) => writer.post('auth/send-reset-password-otps', name);
const reset = (name: object, codes: object) =>
  writer.post('auth/reset-password', { ...name, ...codes, newPassword: NEW_PASSWORD });

describe('codes of one’s own', () => {
  const columns = ['subject', 'purpose', 'requester', 'id', 'expires_at', 'codes_hash'];

  it('set no password of another user, whichever columns of the challenges are exchanged', async () => {
    // Every set of columns of the victim's challenge, but all of them, becomes what the attacker's has.
    for (let chosen = 1; chosen < 2 ** columns.length - 1; chosen += 1) {
      await writer.query('truncate code_challenges, outbox, rate_limits cascade');
      writer.server.restart();
      // Account recovery sends no more six-digit codes in a month, whatever its counters in the database say.
      if (chosen % 20 === 0) await writer.reset();
      await sendCodes({ email: writer.victim.email });
      await sendCodes({ email: writer.attacker.email });
      const codes = await writer.codesOf(writer.attacker);
      const taken = columns.filter((_column, index) => chosen & (1 << index));
      const [own] = await writer.query<Record<string, unknown>>(
        'delete from code_challenges where subject = $1 returning *',
        [writer.attacker.id],
      );
      const set = taken.map((column, index) => `${column} = $${index + 2}`).join(', ');
      await writer.query(`update code_challenges set ${set} where subject = $1`, [
        writer.victim.id,
        ...taken.map((column) => own?.[column]),
      ]);
      const response = await reset({ email: writer.victim.email }, codes);
      expect(response.json(), taken.join()).toMatchObject({ code: 'codes-not-right' });
    }
    await writer.expectNothingOpened();
  });

  it('set no password of another user when the row is theirs in all but the name', async () => {
    await sendCodes({ email: writer.attacker.email });
    const codes = await writer.codesOf(writer.attacker);
    await writer.query('update code_challenges set subject = $1', [writer.victim.id]);
    expect((await reset({ email: writer.victim.email }, codes)).json().code).toBe(
      'codes-not-right',
    );
    await writer.expectNothingOpened();
  });

  it('of a registration set no password', async () => {
    const newcomer = newUser('+351912345671');
    await writer.post('auth/register', newcomer);
    const codes = await writer.codesOf(newcomer);
    await writer.query("update code_challenges set purpose = 'reset', subject = $1", [
      writer.victim.id,
    ]);
    expect((await reset({ email: writer.victim.email }, codes)).json().code).toBe(
      'codes-not-right',
    );
    await writer.expectNothingOpened();
  });
});

describe('contacts of one’s own in another user’s row', () => {
  it.each([
    ['the email', 'email'],
    ['the phone', 'phone'],
    ['both', 'email, phone'],
  ])('receive no codes: %s', async (_name, columns) => {
    const mine = { email: `mine-${randomUUID()}@kax.test`, phone: newPhone() };
    const before = await writer.query<TestUser>('select email, phone from users where id = $1', [
      writer.victim.id,
    ]);
    for (const column of columns.split(', ') as ['email' | 'phone']) {
      await writer.query(`update users set ${column} = $2 where id = $1`, [
        writer.victim.id,
        mine[column],
      ]);
    }
    for (const name of [
      { email: mine.email },
      { email: writer.victim.email },
      { phone: mine.phone },
    ]) {
      const sent = await sendCodes(name);
      expect([200, 403]).toContain(sent.statusCode);
    }
    const [now] = await writer.query<TestUser>('select email, phone from users where id = $1', [
      writer.victim.id,
    ]);
    expect(await writer.receive({ ...writer.victim, ...now })).toBeNull();
    expect(await writer.query('select 1 from outbox where secret is not null')).toEqual([]);
    // Neither the old password nor a new one lets anyone in meanwhile.
    const login = await writer.post('auth/login', {
      email: now?.email,
      password: writer.victim.password,
    });
    expect(login.json()).toMatchObject({ code: 'account-changed' });
    expect(writer.server.logged().join()).toContain('an account was changed');
    await writer.query('update users set email = $2, phone = $3 where id = $1', [
      ...[writer.victim.id, before[0]?.email, before[0]?.phone],
    ]);
    await writer.expectNothingOpened();
  });

  it('receive nothing when they are set after the codes were sent, either', async () => {
    await sendCodes({ email: writer.victim.email });
    await writer.query('update outbox set recipient = $2 where recipient = $1', [
      ...[writer.victim.email, writer.attacker.email],
    ]);
    await writer.query('update outbox set recipient = $2 where recipient = $1', [
      ...[writer.victim.phone, writer.attacker.phone],
    ]);
    await expect(writer.receive(writer.attacker)).rejects.toThrow(/authenticate/);
    await writer.expectNothingOpened();
  });

  it('are not believed with the signature of the account that has them', async () => {
    await writer.query('update users set email = $2, phone = $3 where id = $1', [
      ...[writer.attacker.id, `x${writer.attacker.email}`, newPhone()],
    ]);
    await writer.query(
      `update users v set email = $3, phone = $4, signature = a.signature from users a
       where v.id = $1 and a.id = $2`,
      [writer.victim.id, writer.attacker.id, writer.attacker.email, writer.attacker.phone],
    );
    const sent = await sendCodes({ email: writer.attacker.email });
    expect(sent.json()).toMatchObject({ code: 'account-changed' });
    expect(await writer.query('select 1 from outbox where secret is not null')).toEqual([]);
  });
});

describe('the sealed key of another user', () => {
  it.each(['recovery_wrap', 'recovery_wrap, seed_ciphertext'])(
    'in one’s own row opens with one’s own codes nothing: %s',
    async (columns) => {
      for (const column of columns.split(', ')) {
        await writer.query(
          `update key_records a set ${column} = v.${column} from key_records v
           where a.user_id = $1 and v.user_id = $2`,
          [writer.attacker.id, writer.victim.id],
        );
      }
      await sendCodes({ email: writer.attacker.email });
      const response = await reset(
        { email: writer.attacker.email },
        await writer.codesOf(writer.attacker),
      );
      expect(response.statusCode).not.toBe(200);
      const { email, password } = writer.victim;
      expect((await writer.post('auth/login', { email, password })).statusCode).toBe(200);
    },
  );

  it('moved to one’s own wallet and addresses opens nothing', async () => {
    await writer.query('delete from key_records where user_id = $1', [writer.attacker.id]);
    await writer.query('update key_records set user_id = $1 where user_id = $2', [
      writer.attacker.id,
      writer.victim.id,
    ]);
    await sendCodes({ email: writer.attacker.email });
    const response = await reset(
      { email: writer.attacker.email },
      await writer.codesOf(writer.attacker),
    );
    expect(response.statusCode).not.toBe(200);
  });
});

const OTHER_ADDRESS = '0x00000000000000000000000000000000000000aa';

describe('the addresses of a wallet', () => {
  it.each([
    ['public_address', OTHER_ADDRESS],
    ['private_address', OTHER_ADDRESS],
    ['id', randomUUID()],
    ['custody', 'only-me'],
  ])('are shown to no one after their %s was changed', async (column, other) => {
    const { access_token: token } = await writer.server.signIn();
    const authorization = `Bearer ${token}`;
    await writer.query(`update wallets set ${column} = $2 where user_id = $1`, [
      writer.victim.id,
      other,
    ]);
    for (const path of ['auth/user-sessions', 'wallet/public/coins', 'wallet/operations']) {
      const url = `/api/${path}`;
      const response = await writer.server.app.inject({
        method: 'GET',
        url,
        headers: { authorization },
      });
      expect(response.json(), path).toMatchObject({ code: 'account-changed' });
    }
    const { email, password } = writer.victim;
    const login = await writer.post('auth/login', { email, password });
    expect(login.json()).toMatchObject({ code: 'account-changed' });
  });
});

describe('a registration', () => {
  const columns = ['email', 'phone', 'user_id', 'wallet_id', 'public_address', 'private_address'];

  it.each(columns)('is not completed after its %s was changed', async (column) => {
    const newcomer = newUser('+351912345671');
    await writer.post('auth/register', newcomer);
    const codes = await writer.codesOf(newcomer);
    const changed: Readonly<Record<string, string>> = {
      email: `other-${randomUUID()}@kax.test`,
      phone: '+351912345673',
      user_id: randomUUID(),
      wallet_id: randomUUID(),
      public_address: '0x00000000000000000000000000000000000000aa',
      private_address: '0zkother',
    };
    await writer.query(`update registrations set ${column} = $1`, [changed[column]]);
    const email = column === 'email' ? changed.email : newcomer.email;
    const response = await writer.post('auth/verify-otps', { email, ...codes });
    expect(response.json()).toMatchObject({ code: 'codes-not-right' });
    expect(await writer.server.count('users')).toBe(2);
  });

  it('with the key of another one is not completed', async () => {
    const newcomer = newUser('+351912345671');
    await writer.post('auth/register', newcomer);
    const [first] = await writer.query<{ recovery_wrap: Buffer }>(
      'select recovery_wrap from registrations',
    );
    const other = newUser('+351912345672');
    await writer.post('auth/register', other);
    await writer.query('update registrations set recovery_wrap = $1 where email = $2', [
      ...[first?.recovery_wrap, other.email],
    ]);
    const response = await writer.post('auth/verify-otps', {
      email: other.email,
      ...(await writer.codesOf(other)),
    });
    expect(response.statusCode).not.toBe(200);
    expect(await writer.server.count('users')).toBe(2);
  });
});

it('a signature for another user’s id, which a registration of one’s own obtains, opens nothing of theirs', async () => {
  const [wallet] = await writer.query<{
    id: string;
    public_address: never;
    private_address: never;
  }>('select id, public_address, private_address from wallets where user_id = $1', [
    writer.victim.id,
  ]);
  if (wallet === undefined) throw new Error('The victim has no wallet.');
  const { id, public_address: publicAddress, private_address: privateAddress } = wallet;
  const mine = newUser('+351912345671');
  const delivery = {
    ...{ requester: 'network 10.9.9', isKnownDevice: false, phoneCode: 'sent' as const },
    origin: { device: 'Chrome on Linux', place: 'Portugal', language: 'en' },
  } as const;
  // All that a taken-over api can say: the victim's id and wallet with contacts of its own.
  const account = {
    ...mine,
    userId: writer.victim.id,
    wallet: { id, name: 'Wallet', publicAddress, privateAddress, custody: 'assisted' as const },
  };
  const registration = { registrationId: randomUUID(), account };
  const wrap = await writer.server.recovery.wrap(
    registration,
    randomBytes(32) as Uint8Array as DataKey,
  );
  await writer.server.recovery.sendCodes(
    { purpose: 'register', receives: { email: true, phone: true }, ...registration },
    delivery,
  );
  const typed = { ip: '10.9.9.9', requesters: [delivery.requester], unknownName: 'unknown' };
  const completed = await writer.server.recovery.completeRegistration(
    { ...registration, wrap },
    { ...typed, ...(await writer.codesOf(mine)), needsDataKey: false },
  );
  if (completed.kind !== 'right') throw new Error('The registration was not completed.');
  await writer.query('update users set email = $2, phone = $3, signature = $4 where id = $1', [
    ...[writer.victim.id, mine.email, mine.phone, completed.signature],
  ]);
  await writer.query('truncate outbox');
  await writer.server.recovery.sendCodes({ purpose: 'reset', userId: writer.victim.id }, delivery);
  const codes = await writer.codesOf(mine);
  await expect(
    writer.server.recovery.recover(writer.victim.id, { ...typed, ...codes }),
  ).rejects.toThrow(/authenticate/);
});

it('an account that only the database says was signed before signatures existed gets no codes', async () => {
  await writer.query('update users set signature = null where id = $1', [writer.victim.id]);
  const sent = await sendCodes({ email: writer.victim.email });
  expect(sent.json()).toMatchObject({ code: 'account-changed' });
  expect(await writer.query('select 1 from outbox where secret is not null')).toEqual([]);
});
