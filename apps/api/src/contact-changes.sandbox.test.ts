import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPostgresContactChangeView } from './adapters/postgres/accounts/contact-change-view.ts';
import {
  createHostileWriter,
  type HostileWriter,
  NEW_PASSWORD,
  type StoredUser,
} from './hostile-writer/hostile-writer.test-setup.ts';
import type { Account } from './ports/accounts.ts';
import { newPhone } from './server.test-setup.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let writer: HostileWriter;
let victim: StoredUser;
/** Of the victim's session. */
let token: string;
let newEmail: string;

beforeAll(async () => {
  writer = await createHostileWriter();
});
afterAll(() => writer?.server.stop());
beforeEach(async () => {
  await writer.reset();
  victim = writer.victim;
  token = (await writer.signIn(victim)).access_token;
  newEmail = `alice-${randomUUID()}@kax.test`;
});

const call = (path: string, payload: object, bearer = token) =>
  writer.post(path.slice(1), payload, { authorization: `Bearer ${bearer}` });
const begin = (contact: { email: string } | { phone: string }, bearer = token, user = victim) =>
  call('/auth/contact-change', { ...contact, password: user.password }, bearer);
const confirm = (codes: object, bearer = token) =>
  call('/auth/contact-change/confirm', codes, bearer);
const cancel = (bearer = token) => call('/auth/contact-change/cancel', {}, bearer);
const codesTo = (contacts: { email?: string; phone?: string }) =>
  writer.codesOf({ email: contacts.email ?? victim.email, phone: contacts.phone ?? victim.phone });
const apply = (change = {}) => writer.server.contactChanges.applyContactChanges(change);
const rows = () => writer.query<Record<string, unknown>>('select * from contact_changes');
const topicsTo = async (recipient: string) =>
  (
    await writer.query<{ topic: string }>(
      'select topic from outbox where recipient = $1 order by id',
      [recipient],
    )
  ).map(({ topic }) => topic);
const statusOfLogin = async (name: object, password = victim.password) =>
  (await writer.post('auth/login', { ...name, password })).statusCode;
const contactsOf = async (userId: string) =>
  (
    await writer.query<Pick<Account, 'email' | 'phone'>>(
      'select email, phone from users where id = $1',
      [userId],
    )
  )[0];
const audited = async (event: string) =>
  (await writer.query('select 1 from audit_events where event = $1', [event])).length;
const view = (userId: string) =>
  createPostgresContactChangeView(writer.server.database, writer.server.signer).findContactChange(
    userId,
  );

/** A change of the victim's email that both codes confirmed. */
async function confirmed(email = newEmail) {
  expect((await begin({ email })).statusCode).toBe(200);
  const response = await confirm(await codesTo({ email }));
  expect(response.json()).toMatchObject({ contactChange: { channel: 'email', value: email } });
  return rows().then(([row]) => row ?? {});
}

/** Nothing of it happened, and no row waits any longer. */
async function expectNotApplied() {
  const before = await contactsOf(victim.id);
  writer.server.later(DAY_MS);
  await apply();
  expect(await contactsOf(victim.id)).toEqual(before);
  expect(await rows()).toEqual([]);
  expect(await audited('contact-changed')).toBe(0);
  expect(await statusOfLogin({ email: victim.email })).toBe(200);
}

const COLUMNS = 'user_id, channel, value, at, signature';
const putBack = (row: Record<string, unknown>) =>
  writer.query(
    `insert into contact_changes (${COLUMNS}) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set channel = $2, value = $3, at = $4, signature = $5`,
    COLUMNS.split(', ').map((name) => row[name]),
  );

describe('a change of the email', () => {
  it('sends one code to the new one and one to the phone, and takes effect a day after both', async () => {
    const begun = await begin({ email: newEmail });
    expect(begun.json()).toMatchObject({ success: true, phoneCode: 'sent', resendAfter: 60 });
    expect(await topicsTo(newEmail)).toEqual(['contact-change-codes']);
    expect(await topicsTo(victim.phone)).toEqual(['contact-change-codes']);
    expect(await topicsTo(victim.email)).toEqual(['new-device']);
    const at = new Date(writer.server.now().getTime() + DAY_MS).toISOString();
    const change = { channel: 'email', value: newEmail, at };
    const response = await confirm(await codesTo({ email: newEmail }));
    expect(response.json()).toEqual({ contactChange: change });
    for (const contact of [victim.email, newEmail, victim.phone]) {
      expect((await topicsTo(contact)).at(-1)).toBe('contact-change-confirmed');
    }
    expect(await view(victim.id)).toEqual({ ...change, userId: victim.id, at: new Date(at) });

    writer.server.later(DAY_MS - 1);
    await apply();
    expect(await statusOfLogin({ email: victim.email })).toBe(200);
    expect(await statusOfLogin({ email: newEmail })).toBe(401);

    writer.server.later(1);
    await apply();
    expect(await statusOfLogin({ email: victim.email })).toBe(401);
    expect(await statusOfLogin({ email: newEmail })).toBe(200);
    expect(await view(victim.id)).toBeNull();
    for (const contact of [victim.email, newEmail, victim.phone]) {
      expect((await topicsTo(contact)).at(-1)).toBe('contact-changed');
    }
    expect([await audited('contact-change-requested'), await audited('contact-changed')]).toEqual([
      1, 1,
    ]);
  });

  it('lets the new email reset the password afterwards, and no longer the old one', async () => {
    await confirmed();
    writer.server.later(DAY_MS);
    await apply();
    await writer.post('auth/send-reset-password-otps', { email: victim.email });
    expect(await writer.receive(victim)).toBeNull();
    await writer.post('auth/send-reset-password-otps', { email: newEmail });
    const response = await writer.post('auth/reset-password', {
      ...{ email: newEmail, newPassword: NEW_PASSWORD },
      ...(await codesTo({ email: newEmail })),
    });
    expect(response.statusCode).toBe(200);
    expect(await statusOfLogin({ email: newEmail }, NEW_PASSWORD)).toBe(200);
  });

  it('ends codes for a new password that were sent to the old one', async () => {
    await confirmed();
    writer.server.later(DAY_MS);
    await writer.post('auth/send-reset-password-otps', { email: victim.email });
    const codes = await codesTo({});
    await apply();
    for (const email of [victim.email, newEmail]) {
      const body = { email, newPassword: NEW_PASSWORD, ...codes };
      const response = await writer.post('auth/reset-password', body);
      expect(response.json()).toMatchObject({ code: 'codes-not-right' });
    }
    expect(
      await writer.query('select 1 from code_challenges where subject = $1', [victim.id]),
    ).toEqual([]);
  });
});

it('a change of the phone sends the codes to the email and the new number, and applies the same way', async () => {
  const phone = newPhone();
  expect((await begin({ phone })).statusCode).toBe(200);
  expect(await topicsTo(victim.phone)).toEqual([]);
  expect((await confirm(await codesTo({ phone }))).statusCode).toBe(200);
  writer.server.later(DAY_MS);
  await apply();
  expect(await contactsOf(victim.id)).toEqual({ email: victim.email, phone });
  expect(await statusOfLogin({ phone })).toBe(200);
});

describe('a request', () => {
  it.each([
    ['email-not-valid', { email: 'alice＠kax.test' }],
    ['phone-not-valid', { phone: '+999 12' }],
    ['phone-not-supported', { phone: '+19005550100' }],
  ])('is refused with %s: %j', async (code, contact) => {
    expect((await begin(contact)).json()).toMatchObject({ code });
    expect(await writer.server.count('code_challenges')).toBe(0);
  });

  it('needs the password, a session, and another contact than the current one', async () => {
    const wrong = await call('/auth/contact-change', { email: newEmail, password: 'Wrong!Bank7' });
    expect(wrong.json()).toMatchObject({ code: 'password-wrong' });
    expect((await begin({ email: newEmail }, 'none')).statusCode).toBe(401);
    const same = await begin({ email: ` ${victim.email.toUpperCase()}` });
    expect(same.json()).toMatchObject({ code: 'contact-unchanged' });
    expect(await writer.server.count('code_challenges')).toBe(0);
  });

  it('is one a minute, and ten a day from anywhere', async () => {
    let sent = 0;
    for (let count = 0; count < 12; count += 1) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await writer.server.app.inject({
        ...{ method: 'POST', url: '/api/auth/contact-change', headers },
        payload: { email: `x${count}${newEmail}`, password: victim.password },
        remoteAddress: `10.${count}.0.1`,
      });
      sent += Number(response.statusCode === 200);
    }
    expect(sent).toBe(10);
    expect((await begin({ email: newEmail })).statusCode).toBe(429);
    writer.server.later(DAY_MS);
    token = (await writer.signIn(victim)).access_token;
    expect((await begin({ email: newEmail })).statusCode).toBe(200);
    expect((await begin({ email: newEmail })).statusCode).toBe(429);
  });
});

describe('codes', () => {
  const expectRefused = async (codes: object, bearer = token) => {
    expect((await confirm(codes, bearer)).json()).toMatchObject({ code: 'codes-not-right' });
    expect(await rows()).toEqual([]);
  };

  it('confirm nothing alone', async () => {
    await begin({ email: newEmail });
    const { emailOTP, phoneOTP } = await codesTo({ email: newEmail });
    await expectRefused({ emailOTP, phoneOTP: other(phoneOTP) });
    await expectRefused({ emailOTP: other(emailOTP), phoneOTP });
    await expectRefused({ emailOTP: phoneOTP, phoneOTP: emailOTP });
    expect((await confirm({ emailOTP, phoneOTP })).statusCode).toBe(200);
  });

  it('confirm once, however often they are submitted at the same time', async () => {
    await begin({ email: newEmail });
    const codes = await codesTo({ email: newEmail });
    const responses = await Promise.all(Array.from({ length: 4 }, () => confirm(codes)));
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 400, 400, 400]);
    expect(await topicsTo(newEmail)).toEqual(['contact-change-codes', 'contact-change-confirmed']);
    const again = await confirm(codes);
    expect(again.json()).toMatchObject({ code: 'codes-not-right' });
  });

  it('of another user confirm nothing', async () => {
    const { access_token: mine } = await writer.signIn(writer.attacker);
    const email = `mallory-${randomUUID()}@kax.test`;
    await begin({ email }, mine, writer.attacker);
    await begin({ email: newEmail });
    const own = await writer.codesOf({ email, phone: writer.attacker.phone });
    await expectRefused(own);
    await expectRefused(await codesTo({ email: newEmail }), mine);
    expect((await confirm(own, mine)).statusCode).toBe(200);
  });

  it('of another purpose confirm nothing, and these set no password', async () => {
    await writer.post('auth/send-reset-password-otps', { email: victim.email });
    const ofReset = await codesTo({});
    await expectRefused(ofReset);
    await begin({ email: newEmail });
    await expectRefused(ofReset);
    const body = { email: victim.email, newPassword: NEW_PASSWORD };
    const codes = await codesTo({ email: newEmail });
    const reset = await writer.post('auth/reset-password', { ...body, ...codes });
    expect(reset.json()).toMatchObject({ code: 'codes-not-right' });
  });

  it('of an earlier request confirm nothing', async () => {
    await begin({ email: newEmail });
    const earlier = await codesTo({ email: newEmail });
    writer.server.later(MINUTE_MS);
    const later = `later-${newEmail}`;
    await begin({ email: later });
    await expectRefused(earlier);
    const mixed = { ...(await codesTo({ email: later })), emailOTP: earlier.emailOTP };
    await expectRefused(mixed);
    await confirm(await codesTo({ email: later }));
    expect(await view(victim.id)).toMatchObject({ value: later });
  });

  it('confirm nothing after ten minutes, after five wrong ones, or from another network', async () => {
    await begin({ email: newEmail });
    const codes = await codesTo({ email: newEmail });
    const elsewhere = await writer.server.app.inject({
      ...{ method: 'POST', url: '/api/auth/contact-change/confirm', payload: codes },
      ...{ headers: { authorization: `Bearer ${token}` }, remoteAddress: '198.51.100.1' },
    });
    expect(elsewhere.json()).toMatchObject({ code: 'codes-not-right' });
    writer.server.later(10 * MINUTE_MS);
    token = (await writer.signIn(victim)).access_token;
    await expectRefused(codes);
    await begin({ email: newEmail });
    const fresh = await codesTo({ email: newEmail });
    for (let count = 0; count < 5; count += 1) {
      await expectRefused({ ...fresh, phoneOTP: other(fresh.phoneOTP) });
    }
    await expectRefused(fresh);
  });

  it('are right after the process of account recovery was started again', async () => {
    await begin({ email: newEmail });
    writer.server.contactChanges.forgetCounts();
    expect((await confirm(await codesTo({ email: newEmail }))).statusCode).toBe(200);
  });

  it.each([
    ['contact_value', () => `thief-${randomUUID()}@kax.test`],
    ['contact_value', () => null],
    ['contact_channel', () => 'phone'],
    ['purpose', () => 'reset'],
    ['subject', () => writer.attacker.id],
    ['expires_at', () => new Date(writer.server.now().getTime() + DAY_MS)],
  ])('confirm nothing after %s of their row was changed', async (column, value) => {
    await begin({ email: newEmail });
    const codes = await codesTo({ email: newEmail });
    await writer.query(`update code_challenges set ${column} = $1`, [value()]);
    await expectRefused(codes);
  });

  it('of a writer’s own change confirm nothing in the victim’s row', async () => {
    const { access_token: mine } = await writer.signIn(writer.attacker);
    const email = `mallory-${randomUUID()}@kax.test`;
    await begin({ email }, mine, writer.attacker);
    const own = await writer.codesOf({ email, phone: writer.attacker.phone });
    await writer.query('update code_challenges set subject = $1', [victim.id]);
    await expectRefused(own);
  });

  it('of a contact whose current one was exchanged in the meantime go to no one', async () => {
    await writer.query('update users set phone = $2 where id = $1', [victim.id, newPhone()]);
    const delivery = {
      ...{ requester: 'network 10.9.9', isKnownDevice: false, phoneCode: 'sent' as const },
      origin: { device: 'Chrome on Linux', place: 'Portugal', language: 'en' as const },
    };
    const contact = { channel: 'email' as const, value: newEmail };
    await writer.server.recovery.sendCodes(
      { purpose: 'contact-change', userId: victim.id, contact },
      delivery,
    );
    expect(await writer.query('select 1 from outbox where secret is not null')).toEqual([]);
  });
});

describe('a contact that has an account', () => {
  it('gets a message and no code, with the same response and the same other message', async () => {
    const taken = await begin({ email: writer.attacker.email });
    const toPhone = await topicsTo(victim.phone);
    writer.server.later(MINUTE_MS);
    const free = await begin({ email: newEmail });
    expect(taken.statusCode).toBe(200);
    expect(taken.json()).toEqual(free.json());
    expect(toPhone).toEqual(['contact-change-codes']);
    expect((await topicsTo(writer.attacker.email)).at(-1)).toBe('contact-in-use');
    const secrets = 'select 1 from outbox where recipient = $1 and secret is not null';
    expect(await writer.query(secrets, [writer.attacker.email])).toEqual([]);
  });

  it('is notified once an hour', async () => {
    for (let count = 0; count < 3; count += 1) {
      await begin({ phone: writer.attacker.phone });
      writer.server.later(MINUTE_MS);
    }
    expect(await topicsTo(writer.attacker.phone)).toEqual(['contact-in-use']);
  });

  it('is not confirmed when it got one after the codes were sent', async () => {
    await begin({ email: newEmail });
    const codes = await codesTo({ email: newEmail });
    await writer.server.createUser({ ...writer.attacker, email: newEmail, phone: newPhone() });
    expect((await confirm(codes)).json()).toMatchObject({ code: 'codes-not-right' });
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['before', (email: string) => own(email), undefined],
    ['at the moment of applying', undefined, (email: string) => own(email)],
  ])('does not lose it to a change that was confirmed %s', async (_name, before, during) => {
    await confirmed();
    writer.server.later(DAY_MS);
    await before?.(newEmail);
    const { key } = writer.server.contactChanges;
    const wrap: typeof key.wrap = async (dataKey, account) => {
      const wrapped = await key.wrap(dataKey, account);
      await during?.(newEmail);
      return wrapped;
    };
    await apply({ key: { wrap, unwrap: key.unwrap } });
    expect((await contactsOf(victim.id))?.email).toBe(victim.email);
    expect(await rows()).toEqual([]);
    expect((await topicsTo(victim.email)).at(-1)).toBe('contact-change-cancelled');
    expect(await statusOfLogin({ email: victim.email })).toBe(200);
  });

  const own = (email: string) =>
    writer.server.createUser({ ...writer.attacker, email, phone: newPhone() });
});

describe('a row of a change', () => {
  it.each([
    ['the time', () => ({ at: new Date(writer.server.now().getTime() - 1) })],
    ['the value', () => ({ value: `thief-${randomUUID()}@kax.test` })],
    ['the channel and value', () => ({ channel: 'phone', value: newPhone() })],
    ['the signature', () => ({ signature: randomBytes(64) })],
    ['an empty signature', () => ({ signature: Buffer.alloc(0) })],
  ])('is not believed after something else wrote %s', async (_name, change) => {
    const row = await confirmed();
    await putBack({ ...row, ...change() });
    expect(await view(victim.id)).toBeNull();
    await apply();
    await expectNotApplied();
  });

  it('is not believed for another user', async () => {
    const { access_token: mine } = await writer.signIn(writer.attacker);
    const email = `mallory-${randomUUID()}@kax.test`;
    await begin({ email }, mine, writer.attacker);
    await confirm(await writer.codesOf({ email, phone: writer.attacker.phone }), mine);
    await writer.query('update contact_changes set user_id = $1', [victim.id]);
    expect(await view(victim.id)).toBeNull();
    await expectNotApplied();
  });

  it('is not applied to an account whose contacts something else changed', async () => {
    await confirmed();
    await writer.query('update users set phone = $2 where id = $1', [victim.id, newPhone()]);
    writer.server.later(DAY_MS);
    await apply();
    expect((await contactsOf(victim.id))?.email).toBe(victim.email);
  });

  it('of before another change of the account is not applied again', async () => {
    const first = await confirmed();
    writer.server.later(DAY_MS);
    await apply();
    token = (await writer.post('auth/login', { email: newEmail, password: victim.password })).json()
      .access_token;
    await begin({ email: victim.email });
    await confirm(await codesTo({}));
    writer.server.later(DAY_MS);
    await apply();
    expect((await contactsOf(victim.id))?.email).toBe(victim.email);
    writer.server.contactChanges.forgetCounts();
    await putBack(first);
    expect(await view(victim.id)).toBeNull();
    await apply();
    expect((await contactsOf(victim.id))?.email).toBe(victim.email);
  });
});

describe('the contacts of before a change', () => {
  it('are not believed when a writer puts them back with their signature and wrap', async () => {
    const tables = ['users where id', 'key_records where user_id'];
    const [account, keys] = await Promise.all(
      tables.map((table) =>
        writer.query<Record<string, unknown>>(`select * from ${table} = $1`, [victim.id]),
      ),
    );
    await confirmed();
    writer.server.later(DAY_MS);
    await apply();
    await writer.query('update users set email = $2, signature = $3 where id = $1', [
      ...[victim.id, account?.[0]?.email, account?.[0]?.signature],
    ]);
    await writer.query('update key_records set recovery_wrap = $2 where user_id = $1', [
      ...[victim.id, keys?.[0]?.recovery_wrap],
    ]);
    const login = await writer.post('auth/login', {
      ...{ email: victim.email, password: victim.password },
    });
    expect(login.json()).toMatchObject({ code: 'account-changed' });
    await writer.post('auth/send-reset-password-otps', { email: victim.email });
    expect(await writer.receive(victim)).toBeNull();
  });
});

describe('cancelling', () => {
  it('works at once from any session of the user, and from no one else’s', async () => {
    await confirmed();
    const { access_token: other } = await writer.signIn(victim);
    const { access_token: mine } = await writer.signIn(writer.attacker);
    expect((await cancel(mine)).json()).toMatchObject({ code: 'no-contact-change' });
    expect((await cancel(other)).json()).toEqual({ success: true });
    expect((await cancel(other)).json()).toMatchObject({ code: 'no-contact-change' });
    expect((await topicsTo(victim.email)).at(-1)).toBe('contact-change-cancelled');
    expect(await audited('contact-change-cancelled')).toBe(1);
    await expectNotApplied();
  });

  it('comes with a freeze, during which no other change begins', async () => {
    await confirmed();
    expect((await call('/auth/freeze', {})).statusCode).toBe(200);
    expect((await begin({ email: `other-${newEmail}` })).json().code).toBe('account-frozen');
    expect(await audited('contact-change-cancelled')).toBe(1);
    await expectNotApplied();
  });

  it('holds when a writer puts the row back, or had taken it away before', async () => {
    const row = await confirmed();
    await cancel();
    await putBack(row);
    await expectNotApplied();
    const { access_token: again } = await writer.signIn(victim);
    token = again;
    const second = await confirmed(`second-${newEmail}`);
    await writer.query('delete from contact_changes');
    expect((await cancel()).json()).toMatchObject({ code: 'no-contact-change' });
    await putBack(second);
    await expectNotApplied();
  });

  it('while it is being applied wins, or is too late: never both', async () => {
    await confirmed();
    writer.server.later(DAY_MS);
    token = (await writer.signIn(victim)).access_token;
    const { key } = writer.server.contactChanges;
    const wrap: typeof key.wrap = async (dataKey, account) => {
      expect((await cancel()).json()).toEqual({ success: true });
      return key.wrap(dataKey, account);
    };
    await apply({ key: { wrap, unwrap: key.unwrap } });
    expect((await contactsOf(victim.id))?.email).toBe(victim.email);
    expect(await topicsTo(newEmail)).not.toContain('contact-changed');
  });

  it('is what a password reset does too', async () => {
    const row = await confirmed();
    await writer.post('auth/send-reset-password-otps', { email: victim.email });
    const body = { email: victim.email, newPassword: NEW_PASSWORD };
    const reset = await writer.post('auth/reset-password', { ...body, ...(await codesTo({})) });
    expect(reset.statusCode).toBe(200);
    expect(await rows()).toEqual([]);
    expect(await audited('contact-change-cancelled')).toBe(1);
    await putBack(row);
    writer.server.later(DAY_MS);
    await apply();
    expect((await contactsOf(victim.id))?.email).toBe(victim.email);
  });
});

describe('two changes', () => {
  it('are one: the later replaces the earlier, whose row a writer cannot put back', async () => {
    const earlier = await confirmed();
    writer.server.later(MINUTE_MS);
    const phone = newPhone();
    await begin({ phone });
    await confirm(await codesTo({ phone }));
    expect(await rows()).toMatchObject([{ channel: 'phone', value: phone }]);
    await putBack(earlier);
    await expectNotApplied();
  });
});

describe('a process that ends', () => {
  it('before anything is stored applies it the next time', async () => {
    await confirmed();
    writer.server.later(DAY_MS);
    const { contactChanges } = writer.server.contactChanges;
    const ended = async () => {
      throw new Error('The process ended.');
    };
    await apply({ contactChanges: { ...contactChanges, apply: ended } });
    await apply({ audit: { append: ended } });
    expect((await contactsOf(victim.id))?.email).toBe(victim.email);
    await apply();
    expect((await contactsOf(victim.id))?.email).toBe(newEmail);
  });

  it('after it was stored does not apply it again', async () => {
    await confirmed();
    writer.server.later(DAY_MS);
    const { contactChanges } = writer.server.contactChanges;
    const applyAndEnd: typeof contactChanges.apply = async (applied) => {
      await contactChanges.apply(applied);
      throw new Error('The process ended.');
    };
    await apply({ contactChanges: { ...contactChanges, apply: applyAndEnd } });
    await apply();
    expect((await topicsTo(newEmail)).filter((topic) => topic === 'contact-changed')).toHaveLength(
      1,
    );
    expect(await statusOfLogin({ email: newEmail })).toBe(200);
  });

  it('and its successor at the same time apply it once', async () => {
    await confirmed();
    writer.server.later(DAY_MS);
    await Promise.all([apply(), apply(), apply()]);
    expect((await topicsTo(newEmail)).filter((topic) => topic === 'contact-changed')).toHaveLength(
      1,
    );
    expect(await statusOfLogin({ email: newEmail })).toBe(200);
  });
});

describe('what known limits say: after a restart of account recovery,', () => {
  it('a writer puts a cancelled change back, which its user can cancel again', async () => {
    const row = await confirmed();
    await cancel();
    writer.server.contactChanges.forgetCounts();
    await putBack(row);
    expect(await view(victim.id)).toMatchObject({ value: newEmail });
    expect((await cancel()).json()).toEqual({ success: true });
    writer.server.contactChanges.forgetCounts();
    await putBack(row);
    writer.server.later(DAY_MS);
    await apply();
    expect((await contactsOf(victim.id))?.email).toBe(newEmail);
  });
});

function other(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
