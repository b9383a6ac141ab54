import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createHostileWriter,
  type HostileWriter,
  NEW_PASSWORD,
  type Tokens,
} from './hostile-writer.test-setup.ts';

let writer: HostileWriter;

beforeAll(async () => {
  writer = await createHostileWriter();
});
afterAll(() => writer?.server.stop());
beforeEach(() => writer.reset());

/** Rows of a table, as a copy of the database has them. */
async function copyOf(table: string): Promise<string> {
  const [row] = await writer.query<{ rows: string }>(
    `select json_agg(t)::text as rows from ${table} t`,
  );
  return row?.rows ?? '[]';
}

/** Puts rows back in place of what is there now. */
async function putBack(table: string, rows: string): Promise<void> {
  await writer.query(`delete from ${table}`);
  await writer.query(
    `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
    [rows],
  );
}

describe('what known limits say: after a restart, when its rows are put back,', () => {
  it('a refresh token that was exchanged works again, until its session ends', async () => {
    const stolen = await writer.signIn(writer.victim);
    const refresh = () => writer.post('auth/refresh', { refresh_token: stolen.refresh_token });
    const [sessions, tokens] = [await copyOf('sessions'), await copyOf('session_tokens')];
    expect((await refresh()).statusCode).toBe(200);
    writer.server.restart();
    await putBack('sessions', sessions);
    await putBack('session_tokens', tokens);
    const again = await refresh();
    expect(again.statusCode).toBe(200);
    const { access_token: token }: Tokens = again.json();
    expect((await writer.get('auth/user-sessions', token)).statusCode).toBe(200);
    writer.server.later(12 * 60 * 60_000);
    expect((await refresh()).statusCode).toBe(401);
  });

  it('the record of an earlier password lets in whoever knows it', async () => {
    const { email, password } = writer.victim;
    const before = await copyOf('key_records');
    await reset(NEW_PASSWORD);
    const signIn = () => writer.post('auth/login', { email, password });
    expect((await signIn()).statusCode).toBe(401);
    writer.server.restart();
    await putBack('key_records', before);
    expect((await signIn()).statusCode).toBe(200);
  });
});

it('codes that were used set a password again, for ten minutes, once a writer says that they were not', async () => {
  const codes = await reset(NEW_PASSWORD);
  const again = (newPassword: string) =>
    writer.post('auth/reset-password', { email: writer.victim.email, newPassword, ...codes });
  expect((await again('Third!Bank7')).statusCode).toBe(400);
  await writer.query('update code_challenges set used_at = null');
  expect((await again('Third!Bank7')).statusCode).toBe(200);
  writer.server.later(11 * 60_000);
  await writer.query('update code_challenges set used_at = null');
  expect((await again('Fourth!Bank7')).statusCode).toBe(400);
});

/** Resets the victim's password. @returns the codes */
async function reset(newPassword: string) {
  const { email } = writer.victim;
  await writer.post('auth/send-reset-password-otps', { email });
  const codes = await writer.codesOf(writer.victim);
  const done = await writer.post('auth/reset-password', { email, newPassword, ...codes });
  expect(done.statusCode).toBe(200);
  return codes;
}
