import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newPhone, type TestUser } from '../server.test-setup.ts';
import {
  changeColumn,
  createHostileWriter,
  type HostileWriter,
} from './hostile-writer.test-setup.ts';
import { attackedColumnsOf } from './judged-columns.test-setup.ts';

let writer: HostileWriter;
let searcher: string;

beforeAll(async () => {
  writer = await createHostileWriter();
});
afterAll(() => writer?.server.stop());
beforeEach(async () => {
  await writer.reset();
  const email = `carol-${randomUUID()}@kax.test`;
  const carol = { name: 'Carol Diaz', email, phone: newPhone(), password: 'Carol!Bank8' };
  await writer.server.createUser(carol);
  searcher = (await writer.signIn(carol)).access_token;
});

const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

async function find(emailOrPhone: string) {
  const response = await writer.post(
    'wallet/find-recipient',
    { emailOrPhone },
    withToken(searcher),
  );
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

async function set(user: TestUser, isDiscoverable: boolean) {
  const { access_token: token } = await writer.signIn(user);
  const response = await writer.post('auth/discoverability', { isDiscoverable }, withToken(token));
  expect(response.statusCode).toBe(200);
}

async function copyOf(userId: string): Promise<string> {
  const [copy] = await writer.query<{ row: string }>(
    'select to_json(d)::text as row from discoverability d where user_id = $1',
    [userId],
  );
  if (copy === undefined) throw new Error('The user has no row.');
  return copy.row;
}

async function putBack(userId: string, row: string) {
  await writer.query('delete from discoverability where user_id = $1', [userId]);
  await writer.query(
    'insert into discoverability select (json_populate_record(null::discoverability, $1::json)).*',
    [row],
  );
}

const unsealed = () => writer.server.unsealed().map(({ message }) => message);
const OF_DISCOVERABILITY = 'A row of discoverability does not have its seal.';

describe('a user who can’t be found stays so', () => {
  it.each(attackedColumnsOf('discoverability'))('after a change of %s', async (column) => {
    await set(writer.victim, column !== 'is_discoverable');
    const isFound = column !== 'is_discoverable';
    expect((await find(writer.victim.email)) !== null).toBe(isFound);
    await changeColumn(writer, {
      ...{ table: 'discoverability', column, condition: `user_id = '${writer.victim.id}'` },
    });
    expect(await find(writer.victim.email)).toBeNull();
    expect(unsealed()).toContain(OF_DISCOVERABILITY);
  });

  it('without a row, as before there were any, and with one that has no right seal', async () => {
    await writer.query('delete from discoverability');
    expect(await find(writer.victim.email)).toBeNull();
    await writer.query(
      `insert into discoverability values ($1, true, now(), decode(repeat('00', 32), 'hex'))`,
      [writer.victim.id],
    );
    expect(await find(writer.victim.phone)).toBeNull();
    const { access_token: token } = await writer.signIn(writer.victim);
    const response = await writer.get('auth/discoverability', token);
    expect(response.json()).toEqual({ data: { isDiscoverable: false } });
  });

  it('with the row of another user who can be found', async () => {
    await set(writer.victim, false);
    await writer.query('delete from discoverability where user_id = $1', [writer.victim.id]);
    await writer.query('update discoverability set user_id = $1 where user_id = $2', [
      ...[writer.victim.id, writer.attacker.id],
    ]);
    expect(await find(writer.victim.email)).toBeNull();
  });

  it('with a row that they replaced since, until a restart forgets it', async () => {
    const earlier = await copyOf(writer.victim.id);
    await set(writer.victim, false);
    await putBack(writer.victim.id, earlier);
    expect(await find(writer.victim.email)).toBeNull();
    // A limit, and why an operator watches restarts: the seal of the earlier row is right.
    writer.server.restart();
    expect(await find(writer.victim.email)).not.toBeNull();
  });

  it('and can be found again once they turn it on, whatever the row was', async () => {
    await writer.query("update discoverability set changed_at = now() + interval '1 year'");
    expect(await find(writer.victim.email)).toBeNull();
    await set(writer.victim, true);
    expect(await find(writer.victim.email)).toMatchObject({ emailOrPhone: writer.victim.email });
  });
});

describe('no email or phone leads to another user’s wallet or name', () => {
  it.each(['email', 'phone'] as const)('when two accounts exchange their %s', async (column) => {
    const { victim, attacker } = writer;
    await writer.query(`update users set ${column} = $2 where id = $1`, [victim.id, 'none']);
    await writer.query(`update users set ${column} = $2 where id = $1`, [
      ...[attacker.id, victim[column]],
    ]);
    await writer.query(`update users set ${column} = $2 where id = $1`, [
      ...[victim.id, attacker[column]],
    ]);
    expect(await find(victim[column])).toBeNull();
    expect(await find(attacker[column])).toBeNull();
  });

  it('when the whole account is copied over another one, with its signature and its row', async () => {
    const { victim, attacker } = writer;
    await writer.query("update users set email = 'none', phone = 'none' where id = $1", [
      victim.id,
    ]);
    await writer.query(
      `update users set email = $2, phone = $3,
         signature = (select signature from users where id = $4) where id = $1`,
      [attacker.id, victim.email, victim.phone, victim.id],
    );
    expect(await find(victim.email)).toBeNull();
    expect(await find(victim.phone)).toBeNull();
  });

  it.each(['public_address', 'private_address'])('when a wallet has another %s', async (column) => {
    await writer.query(
      `update wallets v set ${column} = a.${column} || '1' from wallets a
       where v.user_id = $1 and a.user_id = $2`,
      [writer.victim.id, writer.attacker.id],
    );
    expect(await find(writer.victim.email)).toBeNull();
  });

  it('when an account is renamed', async () => {
    await writer.query('update users set name = $2 where id = $1', [
      ...[writer.attacker.id, writer.victim.name],
    ]);
    expect(await find(writer.attacker.email)).toBeNull();
    expect(unsealed()).toContain(OF_DISCOVERABILITY);
  });
});

it('searches are limited, although their counters are deleted', async () => {
  const statuses = new Map<number, number>();
  for (let time = 0; time < 32; time += 1) {
    await writer.query('truncate rate_limits');
    const { statusCode } = await writer.post(
      'wallet/find-recipient',
      { emailOrPhone: writer.victim.email },
      withToken(searcher),
    );
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, 30],
    [429, 2],
  ]);
});
