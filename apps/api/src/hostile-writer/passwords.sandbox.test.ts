import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createHostileWriter,
  type HostileWriter,
  NEW_PASSWORD,
} from './hostile-writer.test-setup.ts';

let writer: HostileWriter;

beforeAll(async () => {
  writer = await createHostileWriter();
});
afterAll(() => writer?.server.stop());
beforeEach(() => writer.reset());

describe('after a reset', () => {
  let row: string;

  beforeEach(async () => {
    row = await keyRecordOf(writer.victim.id);
    await resetPassword(NEW_PASSWORD);
  });

  async function keyRecordOf(userId: string): Promise<string> {
    const [found] = await writer.query<{ row: string }>(
      'select to_json(k)::text as row from key_records k where user_id = $1',
      [userId],
    );
    return found?.row ?? '';
  }

  /** Replaces all of the victim's record, or what of it `set` names. */
  async function putBack(record: string, set?: string): Promise<void> {
    if (set !== undefined) {
      await writer.query(
        `update key_records k set ${set} from json_populate_record(null::key_records, $2::json) old
         where k.user_id = $1`,
        [writer.victim.id, record],
      );
      return;
    }
    await writer.query('delete from key_records where user_id = $1', [writer.victim.id]);
    await writer.query(
      'insert into key_records select (json_populate_record(null::key_records, $1::json)).*',
      [record],
    );
  }

  async function resetPassword(newPassword: string): Promise<void> {
    const { email } = writer.victim;
    writer.server.later(2 * 60_000);
    await writer.post('auth/send-reset-password-otps', { email });
    const codes = await writer.codesOf(writer.victim);
    const reset = await writer.post('auth/reset-password', { email, newPassword, ...codes });
    expect(reset.statusCode).toBe(200);
  }

  const signInWith = async (password: string) =>
    (await writer.post('auth/login', { email: writer.victim.email, password })).json();

  async function exportKeys(token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` };
    const body = { password: NEW_PASSWORD, what: 'phrase' };
    return (await writer.post('wallet/export-keys', body, headers)).json();
  }

  it('keys are not exported within 24 hours', async () => {
    const { access_token: token } = await signInWith(NEW_PASSWORD);
    expect(await exportKeys(token)).toMatchObject({ code: 'export-locked' });
  });

  it.each([
    ['the time of the reset is removed', 'recovered_at = null'],
    ['the time of the reset is made earlier', "recovered_at = k.recovered_at - interval '1 day'"],
    ['the seal is removed', 'seal = null'],
    ['the time of the reset and the seal are removed', 'recovered_at = null, seal = null'],
    [
      'both are put back to what they were before it',
      'recovered_at = old.recovered_at, seal = old.seal',
    ],
    ['the salt is put back', 'password_salt = old.password_salt'],
    ['the time of the password is put back', 'password_set_at = old.password_set_at'],
  ])('no password opens anything when %s', async (_name, set) => {
    const { access_token: token } = await signInWith(NEW_PASSWORD);
    await putBack(row, set);
    expect(await exportKeys(token)).toMatchObject({ code: 'account-changed' });
    expect(await signInWith(NEW_PASSWORD)).toMatchObject({ code: 'account-changed' });
    expect(await signInWith(writer.victim.password)).toMatchObject({ code: 'account-changed' });
    const messages = writer.server.unsealed().map(({ message }) => message);
    expect(messages).toContain('A row of key_records does not have its seal.');
  });

  it('the password of before opens nothing when its whole record is put back', async () => {
    await putBack(row);
    expect(await signInWith(writer.victim.password)).toMatchObject({ code: 'account-changed' });
    await putBack(row, 'seal = null');
    expect(await signInWith(writer.victim.password)).toMatchObject({ code: 'account-changed' });
    await resetPassword('Third!Bank7');
    expect(await signInWith('Third!Bank7')).toMatchObject({ access_token: expect.any(String) });
  });

  it('a password that was replaced opens nothing when its record is put back', async () => {
    const { access_token: token } = await signInWith(NEW_PASSWORD);
    const before = await keyRecordOf(writer.victim.id);
    const headers = { authorization: `Bearer ${token}` };
    const body = { currentPassword: NEW_PASSWORD, newPassword: 'Third!Bank7' };
    writer.server.later(1);
    expect((await writer.post('auth/change-password', body, headers)).statusCode).toBe(200);
    await putBack(before);
    expect(await signInWith(NEW_PASSWORD)).toMatchObject({ code: 'account-changed' });
    expect(await exportKeys(token)).toMatchObject({ code: 'account-changed' });
  });

  it('the record of another user opens nothing, whoever’s password is entered', async () => {
    const others = await keyRecordOf(writer.attacker.id);
    await putBack(others.replaceAll(writer.attacker.id, writer.victim.id));
    for (const password of [NEW_PASSWORD, writer.victim.password, writer.attacker.password]) {
      expect(await signInWith(password)).toMatchObject({ code: 'account-changed' });
    }
  });
});
