import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SoftwarePasskey } from '#testing/software-passkey';
import {
  appCode,
  approving,
  createFactorCalls,
  type FactorCalls,
  newPasskey,
} from '../factor-calls.test-setup.ts';
import type { Pair } from '../session-calls.test-setup.ts';
import { createHostileWriter, type HostileWriter } from './hostile-writer.test-setup.ts';

const MINUTE_MS = 60_000;
const CODES = '/auth/recovery-codes';

let writer: HostileWriter;
let factors: FactorCalls;
/** Of a thief who has the victim's session too. */
let stolen: Pair;
let victims: SoftwarePasskey;
let own: Pair;
let attackers: SoftwarePasskey;

beforeAll(async () => {
  writer = await createHostileWriter();
  factors = createFactorCalls(writer.server);
});
afterAll(() => writer?.server.stop());
beforeEach(async () => {
  await writer.reset();
  stolen = await writer.signIn(writer.victim);
  own = await writer.signIn(writer.attacker);
  victims = newPasskey();
  attackers = newPasskey();
  await factors.addPasskey(stolen, { passkey: victims });
  const { password } = writer.attacker;
  await factors.addPasskey(own, { passkey: attackers, password });
});

const unsealed = () => writer.server.unsealed().map(({ message }) => message);
const bytesOf = (passkey: SoftwarePasskey) => Buffer.from(passkey.id, 'base64url');

/** The attacker's passkey neither signs in nor approves for the victim. */
async function expectRefused() {
  const signIn = await factors.signInWith(await factors.signInBody(attackers));
  if (signIn.statusCode === 200) expect(signIn.json().user.id).toBe(writer.attacker.id);
  const needed = await factors.needApproval(CODES, stolen);
  expect(needed.credentialIds).not.toContain(attackers.id);
  const response = await factors.post(CODES, stolen, {}, approving(attackers)(needed));
  expect(response.json().code).toBe('approval-not-valid');
}

describe('a passkey of the attacker', () => {
  it.each([
    ['that is moved', 'update passkeys set user_id = $1 where credential_id = $2'],
    [
      'that is moved with the seal of the victim’s',
      `update passkeys set user_id = $1, seal = (select seal from passkeys where user_id = $1)
       where credential_id = $2`,
    ],
    [
      'whose key is put into the victim’s',
      `with a as (delete from passkeys where credential_id = $2 returning *)
       update passkeys v set public_key = a.public_key from a where v.user_id = $1`,
    ],
    [
      'that takes the place of the victim’s',
      `with a as (delete from passkeys where credential_id = $2 returning *)
       update passkeys v set credential_id = a.credential_id, public_key = a.public_key from a where v.user_id = $1`,
    ],
  ])('%s is none of the victim', async (_name, text) => {
    await writer.query(text, [writer.victim.id, bytesOf(attackers)]);
    // A victim without a passkey would have nothing to approve with.
    await factors.addApp(stolen, approving(victims));
    const passkeys = (await factors.settings(stolen)).passkeys.map(({ id }: Passkey) => id);
    expect(passkeys).not.toContain(attackers.id);
    expect(unsealed()).toContain('A row of passkeys does not have its seal.');
    const signIn = await factors.signInWith(await factors.signInBody(attackers));
    expect(signIn.statusCode).toBe(401);
  });

  it('is refused where the victim’s still is what it was', async () => {
    const name = 'update passkeys set user_id = $1 where credential_id = $2';
    await writer.query(name, [writer.victim.id, bytesOf(attackers)]);
    await expectRefused();
    const approved = await factors.postApproved(CODES, stolen, {}, approving(victims));
    expect(approved.statusCode).toBe(200);
  });
});

interface Passkey {
  readonly id: string;
}

it.each([
  ['user_id', '$1'],
  ['credential_id', 'sha256(credential_id)'],
  ['public_key', 'sha256(public_key)'],
  ['wrap', 'sha256(wrap)'],
  ['wrap', 'null'],
  ['created_at', "created_at - interval '1 year'"],
  ['seal', 'sha256(seal)'],
])('a passkey signs no one in after a change of %s to %s', async (column, value) => {
  const of = value === '$1' ? [writer.attacker.id, bytesOf(victims)] : [bytesOf(victims)];
  await writer.query(
    `update passkeys set ${column} = ${value} where credential_id = $${of.length}`,
    of,
  );
  const response = await factors.signInWith(await factors.signInBody(victims));
  expect(response.statusCode).toBe(401);
});

describe('an authenticator app', () => {
  let secret: string;
  beforeEach(async () => {
    const { token, ...shown } = (
      await factors.post('/auth/authenticator-app/secret', own, {})
    ).json();
    secret = shown.secret;
    const code = appCode(secret, writer.server.now());
    const body = { password: writer.attacker.password, token, code };
    await factors.postApproved('/auth/authenticator-app', own, body, approving(attackers));
    await factors.addApp(stolen, approving(victims));
    writer.server.later(MINUTE_MS);
  });

  it.each([
    'delete from authenticator_apps where user_id = $1',
    'update authenticator_apps set secret = (select secret from authenticator_apps where user_id <> $1) where user_id = $1',
  ])('of the attacker approves nothing for the victim: %s', async (text) => {
    await writer.query(text, [writer.victim.id]);
    if (text.startsWith('delete')) {
      await writer.query('update authenticator_apps set user_id = $1', [writer.victim.id]);
    }
    expect((await factors.settings(stolen)).app).toBeNull();
    const { id, methods } = await factors.needApproval(CODES, stolen);
    expect(methods).not.toContain('app');
    const approval = `${id}.app.${appCode(secret, writer.server.now())}`;
    const response = await factors.post(CODES, stolen, {}, approval);
    expect(response.json().code).toBe('approval-not-valid');
    expect(unsealed()).toContain('A row of authenticator_apps does not have its seal.');
  });
});

it('a recovery code of the attacker approves nothing for the victim', async () => {
  const body = await factors.postApproved(CODES, own, {}, approving(attackers));
  const [code = ''] = body.json().recoveryCodes;
  await writer.query('delete from recovery_codes where user_id = $1', [writer.victim.id]);
  await writer.query('update recovery_codes set user_id = $1', [writer.victim.id]);
  const { id } = await factors.needApproval(CODES, stolen);
  const response = await factors.post(CODES, stolen, {}, `${id}.recovery-code.${code}`);
  expect(response.json().code).toBe('approval-not-valid');
});

describe('put back after it was used or removed,', () => {
  /** Rows of a table, as a copy of the database has them. */
  async function copyOf(table: string): Promise<string> {
    const [row] = await writer.query<{ rows: string }>(
      `select json_agg(t)::text as rows from ${table} t`,
    );
    return row?.rows ?? '[]';
  }

  async function putBack(table: string, rows: string): Promise<void> {
    await writer.query(`delete from ${table}`);
    await writer.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
      [rows],
    );
  }

  it('a passkey signs no one in and approves nothing', async () => {
    const other = newPasskey();
    await factors.addPasskey(stolen, { passkey: other, approve: approving(victims) });
    const rows = await copyOf('passkeys');
    await factors.postApproved(`/auth/passkeys/${other.id}/remove`, stolen, {}, approving(victims));
    await putBack('passkeys', rows);
    expect((await factors.signInWith(await factors.signInBody(other))).statusCode).toBe(401);
    const needed = await factors.needApproval(CODES, stolen);
    expect(needed.credentialIds).toEqual([victims.id]);
    expect((await factors.signInWith(await factors.signInBody(victims))).statusCode).toBe(200);
  });

  it('a code of an app, a recovery code and an approval approve nothing', async () => {
    const { secret, response } = await factors.addApp(stolen, approving(victims));
    expect(response.statusCode).toBe(200);
    writer.server.later(MINUTE_MS);
    const codes = await factors.postApproved(CODES, stolen, {}, approving(victims));
    const [recoveryCode = ''] = codes.json().recoveryCodes;
    // The first one replaces the recovery codes.
    const proofs = [`recovery-code.${recoveryCode}`, `app.${appCode(secret, writer.server.now())}`];
    for (const proof of proofs) {
      const tables = ['authenticator_apps', 'recovery_codes', 'approvals'];
      const { id } = await factors.needApproval(CODES, stolen);
      const rows = await Promise.all(tables.map(copyOf));
      const approval = `${id}.${proof}`;
      expect((await factors.post(CODES, stolen, {}, approval)).statusCode).toBe(200);
      for (const [index, table] of tables.entries()) await putBack(table, rows[index] ?? '[]');
      const again = await factors.post(CODES, stolen, {}, approval);
      expect(again.json().code).toBe('approval-needed');
      const next = `${again.json().approval.id}.${proof}`;
      expect((await factors.post(CODES, stolen, {}, next)).json().code).toBe('approval-not-valid');
    }
  });
});

describe('an approval', () => {
  it.each([
    ['challenge', 'sha256(challenge)'],
    ['expires_at', "expires_at + interval '1 hour'"],
    ['user_id', '$2::uuid'],
  ])('is worth nothing after a change of %s', async (column, value) => {
    const needed = await factors.needApproval(CODES, stolen);
    const values = value.startsWith('$') ? [needed.id, writer.attacker.id] : [needed.id];
    await writer.query(`update approvals set ${column} = ${value} where id = $1`, values);
    const approval = approving(victims)(needed);
    const response = await factors.post(CODES, stolen, {}, approval);
    expect(response.json().code).toBe('approval-needed');
  });

  it('of one thing does not become one of another, or of another session', async () => {
    const other = await writer.signIn(writer.victim);
    const needed = await factors.needApproval(CODES, stolen);
    const approval = approving(victims)(needed);
    const removal = `/auth/passkeys/${victims.id}/remove`;
    const dangerous = await factors.needApproval(removal, stolen);
    await writer.query(
      'update approvals set challenge = (select challenge from approvals where id = $1) where id = $2',
      [dangerous.id, needed.id],
    );
    expect((await factors.post(removal, stolen, {}, approval)).json().code).toBe('approval-needed');
    const forOther = await factors.needApproval(CODES, stolen);
    await writer.query(
      `update approvals set session_id =
        (select id from sessions where user_id = $1 order by created_at desc limit 1) where id = $2`,
      [writer.victim.id, forOther.id],
    );
    const presented = await factors.post(CODES, other, {}, approving(victims)(forOther));
    expect(presented.json().code).toBe('approval-needed');
  });
});
