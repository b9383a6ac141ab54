import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeviceKey } from '../../../../scripts/check-security/device-key.ts';
import {
  createHostileWriter,
  type HostileWriter,
  type Tokens,
} from './hostile-writer.test-setup.ts';

const MINUTE_MS = 60_000;
/** Every process hears of an end through the database. */
const NOTIFIED_WITHIN_MS = 500;

let writer: HostileWriter;
let stolen: Tokens;

beforeAll(async () => {
  writer = await createHostileWriter();
});
afterAll(() => writer?.server.stop());
beforeEach(async () => {
  await writer.reset();
  stolen = await writer.signIn(writer.victim);
});

const use = async ({ access_token }: Tokens) =>
  (await writer.get('auth/user-sessions', access_token)).statusCode;
const refresh = (tokens: Tokens) =>
  writer.post('auth/refresh', { refresh_token: tokens.refresh_token });

/** All rows of two tables, as a dump has them. */
async function dump() {
  const tables = ['sessions', 'session_tokens'];
  const rows = await Promise.all(
    tables.map((table) =>
      writer.query<{ rows: string }>(
        `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
      ),
    ),
  );
  return tables.map((table, index) => ({ table, rows: rows[index]?.[0]?.rows ?? '[]' }));
}

/** Puts back what a dump has, in place of what is there now. */
async function putBack(tables: Awaited<ReturnType<typeof dump>>) {
  await writer.query('delete from sessions');
  for (const { table, rows } of tables) {
    await writer.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
      [rows],
    );
  }
}

async function sessionRefused(tokens: Tokens): Promise<void> {
  expect(await use(tokens)).toBe(401);
  expect((await refresh(tokens)).statusCode).toBe(401);
}

const inAnHour = "now() + interval '1 hour'";

describe('a stolen token that has expired is not revived', () => {
  it.each([
    ['an access token', 11, `update session_tokens set expires_at = ${inAnHour}`],
    [
      'an access token with all of its session',
      11,
      `with s as (update sessions set ends_at = ${inAnHour}, last_active_at = ${inAnHour})
       update session_tokens set expires_at = ${inAnHour}`,
    ],
  ])('%s', async (_name, minutes, text) => {
    expect(await use(stolen)).toBe(200);
    writer.server.later(minutes * MINUTE_MS);
    await writer.query(text);
    expect(await use(stolen)).toBe(401);
    expect(writer.server.unsealed()).not.toEqual([]);
  });

  it.each([
    ['last_active_at', 31, '30 minutes of silence'],
    ['ends_at', 12 * 60 + 1, 'twelve hours'],
  ])('a refresh token, by its session’s %s', async (column, minutes) => {
    writer.server.later(minutes * MINUTE_MS);
    await writer.query(`update sessions set ${column} = $1`, [writer.server.now()]);
    await writer.query('update session_tokens set expires_at = $1', [writer.server.now()]);
    await sessionRefused(stolen);
  });
});

it('a token whose row was changed opens no key, even when a caller is let in', async () => {
  const [row] = await writer.query<{ id: string }>('select id from sessions');
  const bearer = { userId: writer.victim.id, sessionId: row?.id ?? '' };
  const sign = () =>
    writer.server.vault.withPublicSigner(
      { ...bearer, accessToken: stolen.access_token },
      (signer) => signer.signMessage('mine'),
    );
  expect((await sign()).ok).toBe(true);
  await writer.query(`update session_tokens set expires_at = ${inAnHour}`);
  expect((await sign()).ok).toBe(false);
});

describe('a session', () => {
  it('of one’s own under another user’s id shows and changes nothing of theirs', async () => {
    const own = await writer.signIn(writer.attacker);
    await writer.query('update sessions set user_id = $1 where user_id = $2', [
      ...[writer.victim.id, writer.attacker.id],
    ]);
    await sessionRefused(own);
    const [row] = writer.server.unsealed();
    expect(row).toMatchObject({ owner: writer.victim.id });
    expect(row?.message).toMatch(/^A row of session_tokens does not have its seal\.$/);
  });

  it.each([
    ['the seals of the victim’s own session', 's.seal', 't.seal'],
    ['no seals of the session', "''::bytea", 't.seal'],
  ])('of one’s own under another user’s id, with %s, is refused too', async (_name, of, token) => {
    const own = await writer.signIn(writer.attacker);
    await writer.query(
      `with s as (select * from sessions where user_id = $1),
         t as (select t.* from session_tokens t join s on s.id = t.session_id where t.kind = 'access'),
         a as (update sessions a set user_id = $1, seal = ${of}, ends_at = s.ends_at,
           last_active_at = s.last_active_at from s, t where a.user_id = $2 returning a.id)
       update session_tokens b set seal = ${token} from a, s, t where b.session_id = a.id`,
      [writer.victim.id, writer.attacker.id],
    );
    await sessionRefused(own);
  });

  it('that a token of one’s own is moved to is not entered', async () => {
    const own = await writer.signIn(writer.attacker);
    await writer.query(
      `update session_tokens t set session_id = v.id from sessions a, sessions v
       where a.id = t.session_id and a.user_id = $1 and v.user_id = $2`,
      [writer.attacker.id, writer.victim.id],
    );
    await sessionRefused(own);
    expect(await use(stolen)).toBe(200);
  });

  it('is not entered with a token that the writer inserted for it', async () => {
    const own = await writer.signIn(writer.attacker);
    await writer.query(
      `insert into session_tokens (hash, session_id, kind, expires_at, wrap, rotation, seal)
       select sha256('mine'), t.session_id, t.kind, t.expires_at, t.wrap, t.rotation, t.seal
       from session_tokens t join sessions s on s.id = t.session_id where s.user_id = $1 and t.kind = 'access'`,
      [writer.victim.id],
    );
    await writer.query(
      `with mine as (delete from session_tokens using sessions s
         where s.id = session_id and s.user_id = $1 and kind = 'access' returning hash)
       update session_tokens set hash = mine.hash from mine where session_tokens.hash = sha256('mine')`,
      [writer.attacker.id],
    );
    expect(await use(own)).toBe(401);
  });
});

describe('a session that is bound to a device', () => {
  const device = createDeviceKey();
  const mine = createDeviceKey();
  const proofOf = (by: typeof device, request: Parameters<typeof device.prove>[0]) => ({
    dpop: by.prove({ ...request, at: writer.server.now() }),
  });
  let bound: Tokens;

  beforeEach(async () => {
    const { email, password } = writer.victim;
    const body = { email, password };
    const request = { method: 'POST', url: '/api/auth/login', body: JSON.stringify(body) };
    bound = (await writer.post('auth/login', body, proofOf(device, request))).json();
  });

  it.each([
    ['to no device', 'device_key = null'],
    ['to the writer’s own', `device_key = '${mine.thumbprint}'`],
    [
      'to no device, with the seal of a session of the victim that is bound to none',
      'device_key = null, seal = (select seal from sessions where device_key is null)',
    ],
    [
      'to the writer’s own, with the seal of a session of the writer',
      `device_key = '${mine.thumbprint}', seal = (select seal from sessions where user_id <> s.user_id)`,
    ],
  ])('is not bound %s by a writer who has its tokens', async (_name, change) => {
    const { email, password } = writer.attacker;
    const login = { email, password };
    const asAttacker = { method: 'POST', url: '/api/auth/login', body: JSON.stringify(login) };
    await writer.post('auth/login', login, proofOf(mine, asAttacker));
    const url = '/api/auth/user-sessions';
    const useAs = async (by: typeof device) =>
      (
        await writer.server.app.inject({
          ...{ method: 'GET', url },
          headers: {
            authorization: `Bearer ${bound.access_token}`,
            ...proofOf(by, { method: 'GET', url, token: bound.access_token }),
          },
        })
      ).statusCode;
    expect(await useAs(device)).toBe(200);
    await writer.query(`update sessions s set ${change} where device_key = $1`, [
      device.thumbprint,
    ]);
    await sessionRefused(bound);
    expect(await useAs(mine)).toBe(401);
    const body = { refresh_token: bound.refresh_token };
    const request = { method: 'POST', url: '/api/auth/refresh', body: JSON.stringify(body) };
    expect((await writer.post('auth/refresh', body, proofOf(mine, request))).statusCode).toBe(401);
    expect(writer.server.unsealed()).not.toEqual([]);
  });
});

describe('a token that was used, or whose session ended, stays so when an earlier copy of its rows is put back', () => {
  it('a refresh token that was exchanged: its reuse ends the session, and its owner hears of it', async () => {
    const before = await dump();
    const next: Tokens = (await refresh(stolen)).json();
    await putBack(before);
    expect((await refresh(stolen)).statusCode).toBe(401);
    expect(await writer.server.count('sessions')).toBe(0);
    const notices = await writer.query("select 1 from outbox where topic = 'session-reused'");
    expect(notices).toHaveLength(1);
    await sessionRefused(next);
  });

  it('a refresh token of which only used_at, wrap and successor are put back', async () => {
    const [{ wrap } = {}] = await writer.query<{ wrap: Buffer }>(
      "select wrap from session_tokens where kind = 'refresh'",
    );
    await refresh(stolen);
    await writer.query(
      `update session_tokens set used_at = null, successor = null, wrap = $1
       where kind = 'refresh' and parent_hash is null`,
      [wrap],
    );
    expect((await refresh(stolen)).statusCode).toBe(401);
    expect(await writer.server.count('sessions')).toBe(0);
  });

  it('a refresh token whose successor is in use, as if the exchange had been a moment ago', async () => {
    const next: Tokens = (await refresh(stolen)).json();
    const copy = await dump();
    expect(await use(next)).toBe(200);
    expect(await use(next)).toBe(200);
    writer.server.later(MINUTE_MS);
    await putBack(copy);
    await writer.query('update session_tokens set used_at = $1 where used_at is not null', [
      writer.server.now(),
    ]);
    expect((await refresh(stolen)).statusCode).toBe(401);
  });

  it('an access token that a refresh replaced', async () => {
    const before = await dump();
    await refresh(stolen);
    await putBack(before);
    expect(await use(stolen)).toBe(401);
  });

  it.each([
    ['signed out', 'GET', 'auth/logout'],
    ['ended with all others', 'DELETE', 'auth/terminate-other-sessions'],
  ] as const)('tokens of a session that was %s', async (_name, method, call) => {
    // The second use finds the first one in the row.
    expect([await use(stolen), await use(stolen)]).toEqual([200, 200]);
    const before = await dump();
    const { access_token: token } = method === 'GET' ? stolen : await writer.signIn(writer.victim);
    const headers = { authorization: `Bearer ${token}` };
    const ended = await writer.server.app.inject({ method, url: `/api/${call}`, headers });
    expect(ended.statusCode).toBe(200);
    await setTimeout(NOTIFIED_WITHIN_MS);
    await putBack(before);
    await sessionRefused(stolen);
  });
});

it('racing tabs get the same pair, and a lost response is repeated for half a minute, as before', async () => {
  const [one, other] = await Promise.all([refresh(stolen), refresh(stolen)]);
  expect(one.json()).toEqual(other.json());
  writer.server.later(MINUTE_MS / 2);
  expect((await refresh(stolen)).json()).toEqual(one.json());
  expect(await use(one.json())).toBe(200);
});
