import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SoftwarePasskey } from '#testing/software-passkey';
import type { ApprovalReason } from '#wire/security/approval';
import { createAuditKey } from './adapters/audit-files/audit-key.ts';
import { createPostgresAudit } from './adapters/postgres/accounts/audit.ts';
import { createPostgresLostFactors } from './adapters/postgres/accounts/lost-factors.ts';
import { createPostgresOutbox } from './adapters/postgres/accounts/outbox.ts';
import type { ApprovalSubject } from './application/require-approval.ts';
import { createFactorCalls, newPasskey } from './factor-calls.test-setup.ts';
import {
  createHostileWriter,
  type HostileWriter,
  type Tokens,
} from './hostile-writer/hostile-writer.test-setup.ts';
import { removeLostFactors } from './jobs/remove-lost-factors.ts';
import type { Factors } from './modules/security/current-factors.ts';
import { createProtectionView } from './modules/security/protection-view.ts';
import type { StoredPasskey } from './ports/second-factors.ts';
import { createProtectionParts } from './protection-parts.ts';
import { RULES } from './server.test-setup.ts';

const SECURITY_EVENTS_PATH = '/auth/security-events';
const DAY_MS = 24 * 60 * 60_000;
let writer: HostileWriter;
let session: Tokens;
let requested: ApprovalSubject[];
let hasFactor: boolean;
let approve: (subject: ApprovalSubject) => 'approved' | 'no-factor' | 'refused';
const factors: Factors = {
  hasSecondFactor: async () => hasFactor,
  requireApproval: async (_request, subject) => {
    requested.push(subject);
    if (!hasFactor) return { kind: 'no-factor' };
    const how = approve(subject);
    if (how === 'refused') return { refused: 'approval-needed' };
    return how === 'approved' ? { kind: how, by: 'passkey' } : { kind: how };
  },
};

beforeAll(async () => {
  writer = await createHostileWriter({ factors });
});
afterAll(() => writer?.server.stop());
beforeEach(async () => {
  requested = [];
  hasFactor = false;
  approve = () => 'refused';
  await writer.reset();
  session = await writer.signIn(writer.victim);
});

const later = (ms: number) => writer.server.later(ms);
const beforeNow = (ms: number) => new Date(writer.server.now().getTime() - ms);
const reasons = (): readonly (readonly ApprovalReason[])[] => requested.map((each) => each.reasons);

/** @returns status and body */
async function post(call: string, payload: object = {}, by: Tokens | null = session) {
  const headers = by === null ? {} : { authorization: `Bearer ${by.access_token}` };
  const response = await writer.post(call.slice(1), payload, headers as Record<string, string>);
  return { status: response.statusCode, body: response.json() };
}

async function codeOf(call: string, payload: object = {}, by: Tokens | null = session) {
  const { status, body } = await post(call, payload, by);
  return status === 200 ? 'done' : body.code;
}

/** A session that began this moment, where time moved on. */
async function signInAgain(): Promise<void> {
  session = await writer.signIn(writer.victim);
}

function parts() {
  const clock = { now: writer.server.now };
  const config = { protection: RULES, unboundSessionMs: 2 * 60 * 60_000 };
  return createProtectionParts(config, { ...writer.server, clock });
}

function view(more: { passkeysAddedAt?: readonly Date[]; recoveryCodesLeft?: number } = {}) {
  const { accounts } = writer.server;
  const { passkeysAddedAt = [], recoveryCodesLeft: left = 10 } = more;
  const app = hasFactor ? { secret: 'AAAA', createdAt: writer.server.now() } : null;
  const contactChanges = { findContactChange: async () => null };
  return createProtectionView({ ...parts(), accounts, contactChanges }).read(
    { userId: writer.victim.id, sessionId: randomUUID() },
    {
      passkeys: passkeysAddedAt.map(passkeyOf),
      app,
      recoveryCodes: left === 0 ? null : { left, createdAt: writer.server.now() },
    },
  );
}

function passkeyOf(createdAt: Date): StoredPasskey {
  return {
    ...{ credentialId: 'AA', name: 'Phone', publicKey: new Uint8Array(), wrap: null },
    ...{ isSynced: false, transports: [], signCount: 0, createdAt, lastUsedAt: null },
  };
}

const events = async (event: string) =>
  (await writer.query('select 1 from audit_events where event = $1', [event])).length;
const notices = async (topic: string) =>
  (
    await writer.query<{ channel: string }>(
      'select channel from outbox where topic = $1 and user_id = $2 order by id',
      [topic, writer.victim.id],
    )
  ).map(({ channel }) => channel);

async function codesFor(purpose: 'unfreeze' | 'lost-factors', by = session) {
  expect(await codeOf('/auth/send-confirmation-codes', { purpose }, by)).toBe('done');
  return writer.codesOf(writer.victim);
}

const password = () => writer.victim.password;
const exportKeys = () => codeOf('/wallet/export-keys', { password: password(), what: 'phrase' });
const deleteWallet = () =>
  codeOf('/wallet/delete-wallet', { password: password(), confirmation: 'DELETE' });

describe('freezing', () => {
  it('takes effect immediately, once, and notifies the owner once', async () => {
    const first = await post('/auth/freeze');
    later(1_000);
    expect(await post('/auth/freeze')).toEqual(first);
    expect(first.body).toEqual({ frozenAt: expect.any(String) });
    expect(await events('frozen')).toBe(1);
    expect(await notices('account-frozen')).toEqual(['email', 'sms']);
    expect((await view())?.frozenAt).toBe(first.body.frozenAt);
  });

  it('cancels a higher limit and the removal of lost factors that wait', async () => {
    hasFactor = true;
    approve = () => 'approved';
    expect(await codeOf('/auth/daily-limit', { cents: '90000' })).toBe('done');
    const codes = await codesFor('lost-factors');
    const removal = { ...codes, password: password() };
    expect(await codeOf('/auth/remove-lost-factors', removal)).toBe('done');
    await post('/auth/freeze');
    const { dailyLimit, factorsRemovedAt } = (await view()) ?? {};
    expect(dailyLimit).toEqual({ cents: '50000', raise: null });
    expect(factorsRemovedAt).toBeNull();
  });

  it('refuses exports, deletions and the next steps of swaps, for this user only', async () => {
    await post('/auth/freeze');
    expect(await exportKeys()).toBe('account-frozen');
    expect(await deleteWallet()).toBe('account-frozen');
    expect(await codeOf('/rango/swap/continue')).toBe('account-frozen');
    expect(await codeOf(`/wallet/operations/${randomUUID()}/speed-up`)).toBe('account-frozen');
    expect(await codeOf('/wallet/operations/continue')).toBe('done');
    session = await writer.signIn(writer.attacker);
    expect(await codeOf('/rango/swap/continue')).toBe('done');
  });

  it('needs no session with the link of an email, which does nothing else', async () => {
    const { freezeLinks, now } = writer.server;
    const token = freezeLinks.make(writer.victim.id, new Date(now().getTime() + 30 * DAY_MS));
    expect((await writer.get(`auth/freeze-by-link?token=${token}`, '')).statusCode).toBe(404);
    expect((await view())?.frozenAt).toBeNull();
    expect(await codeOf('/auth/freeze-by-link', { token }, null)).toBe('done');
    expect((await view())?.frozenAt).not.toBeNull();
    for (const call of ['/auth/unfreeze', '/auth/freeze', '/wallet/operations/continue']) {
      const reply = await writer.post(call.slice(1), {}, { authorization: `Bearer ${token}` });
      expect(reply.statusCode).toBe(401);
    }
  });

  it('is not undone by a writer who deletes the row before anyone has read it', async () => {
    expect(await codeOf('/auth/freeze')).toBe('done');
    await writer.query('delete from protections');
    expect(await exportKeys()).toBe('account-frozen');
  });

  it('is not possible with a link that expired, was changed, or is of someone who left', async () => {
    const { freezeLinks, now } = writer.server;
    const token = freezeLinks.make(writer.victim.id, new Date(now().getTime() + 1_000));
    const other = freezeLinks.make(randomUUID(), new Date(now().getTime() + 1_000));
    const forged = token.replace(/^.{32}/, writer.attacker.id.replaceAll('-', ''));
    later(500);
    for (const each of [other, forged, `${token}x`, 'x']) {
      expect(await codeOf('/auth/freeze-by-link', { token: each }, null)).toBe('link-not-valid');
    }
    later(500);
    expect(await codeOf('/auth/freeze-by-link', { token }, null)).toBe('link-not-valid');
    expect(await events('frozen')).toBe(0);
  });
});

describe('unfreezing', () => {
  beforeEach(async () => {
    await post('/auth/freeze');
  });

  it('needs the password and both codes, once', async () => {
    const codes = await codesFor('unfreeze');
    expect(await codeOf('/auth/unfreeze', { ...codes, password: 'Wrong!Bank7' })).toBe(
      'password-wrong',
    );
    expect(
      await codeOf('/auth/unfreeze', { ...codes, phoneOTP: '000000', password: password() }),
    ).toBe('codes-not-right');
    expect(await codeOf('/auth/unfreeze', { ...codes, password: password() })).toBe('done');
    expect(await events('unfrozen')).toBe(1);
    expect(await notices('account-unfrozen')).toEqual(['email', 'sms']);
    expect(await codeOf('/auth/unfreeze', { ...codes, password: password() })).toBe('not-frozen');
    await post('/auth/freeze');
    expect(await codeOf('/auth/unfreeze', { ...codes, password: password() })).toBe(
      'codes-not-right',
    );
  });

  it('does not accept codes of another purpose, session or user, or that expired', async () => {
    const lost = await codesFor('lost-factors');
    expect(await codeOf('/auth/unfreeze', { ...lost, password: password() })).toBe(
      'codes-not-right',
    );
    later(61_000);
    const codes = await codesFor('unfreeze');
    const other = await writer.signIn(writer.victim);
    const body = { ...codes, password: password() };
    expect(await codeOf('/auth/unfreeze', body, other)).toBe('codes-not-right');
    const attacker = await writer.signIn(writer.attacker);
    await post('/auth/freeze', {}, attacker);
    const theirs = { ...codes, password: writer.attacker.password };
    expect(await codeOf('/auth/unfreeze', theirs, attacker)).toBe('codes-not-right');
    expect(
      await codeOf(
        '/auth/reset-password',
        { email: writer.victim.email, ...codes, newPassword: 'Tortoise#Shell9' },
        null,
      ),
    ).toBe('codes-not-right');
    later(8 * 60_000);
    const { body: renewed } = await post(
      '/auth/refresh',
      { refresh_token: session.refresh_token },
      null,
    );
    later(2 * 60_000);
    expect(await codeOf('/auth/unfreeze', body, renewed)).toBe('codes-not-right');
  });

  it('allows five tries, in parallel too', async () => {
    const codes = await codesFor('unfreeze');
    const wrong = { ...codes, emailOTP: '000000', password: password() };
    const tried = await Promise.all(
      Array.from({ length: 5 }, () => codeOf('/auth/unfreeze', wrong)),
    );
    expect(new Set(tried)).toEqual(new Set(['codes-not-right']));
    expect(await codeOf('/auth/unfreeze', { ...codes, password: password() })).toBe(
      'codes-not-right',
    );
  });

  it('with the codes removes what was added less than a day before, or since, and keeps the rest', async () => {
    await post('/auth/unfreeze', { ...(await codesFor('unfreeze')), password: password() });
    const calls = createFactorCalls(writer.server);
    const added = [newPasskey(), newPasskey(), newPasskey()] as const;
    const add = async (passkey: SoftwarePasskey) => {
      const { statusCode } = await calls.addPasskey(session, { passkey, password: password() });
      expect(statusCode).toBe(200);
    };
    const left = async () =>
      (await calls.settings(session)).passkeys.map(({ id }: { id: string }) => id);
    await add(added[0]);
    later(1);
    await add(added[1]);
    later(DAY_MS);
    await signInAgain();
    await post('/auth/freeze');
    await add(added[2]);
    const codes = await codesFor('unfreeze');
    const wrong = await codeOf('/auth/unfreeze', { ...codes, password: 'Wrong!Bank7' });
    expect(wrong).toBe('password-wrong');
    expect(await left()).toHaveLength(3);
    expect(await codeOf('/auth/unfreeze', { ...codes, password: password() })).toBe('done');
    expect(await left()).toEqual([added[0].id]);
    expect(await events('passkey-removed')).toBe(2);
    expect(await notices('factor-removed')).toEqual(['email', 'sms', 'email', 'sms']);
  });

  it('is possible with a passkey from a day before, and with nothing else', async () => {
    expect(await codeOf('/auth/unfreeze')).toBe('approval-not-valid');
    hasFactor = true;
    expect(await codeOf('/auth/unfreeze')).toBe('approval-needed');
    expect(requested.at(-1)).toMatchObject({
      ...{ reasons: ['unfreeze'], isForPasskeys: true, addedBefore: beforeNow(DAY_MS) },
    });
    approve = () => 'no-factor';
    expect(await codeOf('/auth/unfreeze')).toBe('approval-not-valid');
    approve = () => 'approved';
    expect(await codeOf('/auth/unfreeze')).toBe('done');
  });

  it('shows from before when factors are trusted', async () => {
    const before = beforeNow(DAY_MS).toISOString();
    expect(await view()).toMatchObject({ factorsTrustedBefore: before });
    const codes = await codesFor('unfreeze');
    await post('/auth/unfreeze', { ...codes, password: password() });
    expect(await view()).toMatchObject({ frozenAt: null, factorsTrustedBefore: null });
  });

  it('is not possible for whoever writes to the database', async () => {
    for (const attempt of [
      'update protections set frozen_at = null',
      'update protections set frozen_at = null, version = version + 1, seal = (select seal from protections limit 1)',
      'delete from protections',
    ]) {
      await writer.query(attempt);
      expect(await codeOf('/rango/swap/continue')).toBe('account-frozen');
      await post('/auth/freeze');
    }
    const codes = await codesFor('unfreeze');
    expect(await codeOf('/auth/unfreeze', { ...codes, password: password() })).toBe('done');
    expect(await codeOf('/rango/swap/continue')).toBe('done');
  });

  it('requests codes no more often than once a minute and five times an hour', async () => {
    await codesFor('unfreeze');
    expect(await codeOf('/auth/send-confirmation-codes', { purpose: 'lost-factors' })).toBe(
      'too-many-requests',
    );
    for (let sent = 1; sent < 5; sent += 1) {
      later(61_000);
      await codesFor('unfreeze');
    }
    later(61_000);
    expect(await codeOf('/auth/send-confirmation-codes', { purpose: 'unfreeze' })).toBe(
      'too-many-requests',
    );
  });
});

describe('the daily limit', () => {
  const set = (cents: string) => post('/auth/daily-limit', { cents });

  it('is of no use without a second factor', async () => {
    expect(await codeOf('/auth/daily-limit', { cents: '1' })).toBe('no-second-factor');
  });

  it('is lowered without an approval, and raised with one a day later', async () => {
    hasFactor = true;
    expect((await set('10000')).body).toEqual({ cents: '10000', raise: null });
    expect(await codeOf('/auth/daily-limit', { cents: '10001' })).toBe('approval-needed');
    expect(requested.at(-1)).toEqual({
      reasons: ['raise-limit'],
      fields: ['raise-limit', '10001'],
    });
    approve = () => 'approved';
    const at = new Date(writer.server.now().getTime() + DAY_MS).toISOString();
    expect((await set('90000')).body).toEqual({ cents: '10000', raise: { cents: '90000', at } });
    expect(await notices('limit-raised')).toEqual(['email']);
    expect((await view())?.dailyLimit).toEqual({ cents: '10000', raise: { cents: '90000', at } });
    later(DAY_MS);
    expect((await view())?.dailyLimit).toEqual({ cents: '90000', raise: null });
    expect(await events('limit-changed')).toBe(2);
  });

  it('is not raised by setting it twice at the same time', async () => {
    hasFactor = true;
    await Promise.all([set('40000'), set('10000'), set('30000'), set('20000')]);
    const { cents = '', raise } = (await view())?.dailyLimit ?? {};
    expect(Number(cents)).toBeLessThanOrEqual(40_000);
    expect(raise).toBeNull();
  });
});

describe('the hold after a reset', () => {
  let resetAt: Date;
  beforeEach(async () => {
    await writer.query('select 1');
    const { email } = writer.victim;
    expect(await codeOf('/auth/send-reset-password-otps', { email }, null)).toBe('done');
    const codes = await writer.codesOf(writer.victim);
    resetAt = writer.server.now();
    const body = { email, ...codes, newPassword: 'Tortoise#Shell9' };
    expect(await codeOf('/auth/reset-password', body, null)).toBe('done');
    session = await writer.signIn({ ...writer.victim, password: 'Tortoise#Shell9' });
  });
  const exported = () =>
    codeOf('/wallet/export-keys', { password: 'Tortoise#Shell9', what: 'phrase' });

  it('is shown, and ended by a passkey from before it alone, with its lock of exports', async () => {
    hasFactor = true;
    approve = ({ reasons: [reason] }) => (reason === 'reset-hold' ? 'no-factor' : 'approved');
    expect(await exported()).toBe('export-locked');
    expect((await view({ passkeysAddedAt: [resetAt] }))?.resetHold).toEqual({
      ...{
        until: new Date(resetAt.getTime() + DAY_MS).toISOString(),
        cents: '5000',
        canLift: false,
      },
    });
    const before = [new Date(resetAt.getTime() - 1)];
    expect((await view({ passkeysAddedAt: before }))?.resetHold?.canLift).toBe(true);
    expect(await codeOf('/auth/lift-reset-hold')).toBe('approval-not-valid');
    expect(await exported()).toBe('export-locked');
    approve = () => 'approved';
    expect(await codeOf('/auth/lift-reset-hold')).toBe('done');
    expect(requested.at(-1)).toMatchObject({ isForPasskeys: true, addedBefore: resetAt });
    expect((await view())?.resetHold).toBeNull();
    expect(await codeOf('/auth/lift-reset-hold')).toBe('no-hold');
    expect(await exported()).toBe('done');
    expect([await events('hold-lifted'), await notices('hold-lifted')]).toEqual([1, ['email']]);
  });

  it('keeps whoever reset the password from adding a first second factor', async () => {
    const held = { code: 'held-after-reset', retryAfter: 24 * 3_600 };
    expect((await post('/auth/authenticator-app/secret')).body).toMatchObject(held);
    expect((await post('/auth/passkeys/challenge')).body).toMatchObject(held);
  });

  it('is not ended by whoever writes to the database', async () => {
    await writer.query(
      `insert into protections (user_id, lifted_reset_at, payments, version, seal)
       values ($1, $2, 0, 1, '')`,
      [writer.victim.id, resetAt],
    );
    expect(await exported()).toBe('account-frozen');
    await writer.query('delete from protections');
    expect(await exported()).toBe('account-frozen');
  });

  it('is over after a day', async () => {
    later(DAY_MS);
    session = await writer.signIn({ ...writer.victim, password: 'Tortoise#Shell9' });
    expect((await view())?.resetHold).toBeNull();
    expect(await codeOf('/auth/lift-reset-hold')).toBe('no-hold');
  });
});

describe('with a second factor, it approves', () => {
  it('exports and deletions, after the password, and what turns payment emails off', async () => {
    hasFactor = true;
    expect(await codeOf('/wallet/export-keys', { password: 'Wrong!Bank7', what: 'phrase' })).toBe(
      'password-wrong',
    );
    expect(await exportKeys()).toBe('approval-needed');
    expect(await deleteWallet()).toBe('approval-needed');
    expect(await codeOf('/auth/notification-settings', { paymentMails: false })).toBe(
      'approval-needed',
    );
    expect(reasons()).toEqual([['export-keys'], ['delete-wallet'], ['notifications-off']]);
    expect(await events('keys-exported')).toBe(0);
    expect(await codeOf('/auth/notification-settings', { paymentMails: true })).toBe('done');
    approve = () => 'approved';
    expect(await exportKeys()).toBe('done');
    expect(await codeOf('/auth/notification-settings', { paymentMails: false })).toBe('done');
  });
});

describe('lost factors', () => {
  it('are removed a week after the password and both codes, unless someone signed in cancels it', async () => {
    const codes = await codesFor('lost-factors');
    const body = { ...codes, password: password() };
    expect(await codeOf('/auth/remove-lost-factors', body)).toBe('no-second-factor');
    hasFactor = true;
    expect(await codeOf('/auth/remove-lost-factors', { ...body, emailOTP: '000000' })).toBe(
      'codes-not-right',
    );
    const removedAt = new Date(writer.server.now().getTime() + 7 * DAY_MS).toISOString();
    expect((await post('/auth/remove-lost-factors', body)).body).toEqual({ removedAt });
    expect(await notices('factors-removal')).toEqual(['email', 'sms']);
    expect((await view())?.factorsRemovedAt).toBe(removedAt);
    expect(await codeOf('/auth/keep-factors')).toBe('done');
    expect(await codeOf('/auth/keep-factors')).toBe('done');
    expect(await events('factors-removal-cancelled')).toBe(1);
    expect((await view())?.factorsRemovedAt).toBeNull();
  });

  it('approve nothing from that time on, and are removed by a job, which a forged time does not start', async () => {
    hasFactor = true;
    const codes = await codesFor('lost-factors');
    await post('/auth/remove-lost-factors', { ...codes, password: password() });
    const removed: string[] = [];
    const run = () => {
      const { server } = writer;
      return removeLostFactors({
        ...{ accounts: server.accounts, protections: parts().protections },
        lostFactors: createPostgresLostFactors(server.database),
        removeAllFactors: async (userId) => void removed.push(userId),
        audit: createPostgresAudit(server.database, createAuditKey('test', Buffer.alloc(32))),
        outbox: createPostgresOutbox(server.database),
        clock: { now: server.now, sleep: async () => {} },
        report: ({ cause }) => {
          throw cause;
        },
      });
    };
    await run();
    later(7 * DAY_MS - 1_000);
    await run();
    await signInAgain();
    expect(await exportKeys()).toBe('approval-needed');
    expect(removed).toEqual([]);
    later(1_000);
    expect(await exportKeys()).toBe('done');
    expect(await codeOf('/auth/daily-limit', { cents: '1' })).toBe('no-second-factor');
    await run();
    await run();
    expect(removed).toEqual([writer.victim.id]);
    expect(await notices('factors-removed')).toEqual(['email', 'sms']);
    await writer.query("update protections set factors_removed_at = '2020-01-01'");
    await run();
    expect(removed).toHaveLength(1);
  });
});

describe('the reminder', () => {
  it('is shown from the second day on until it is dismissed, and a week later again', async () => {
    expect((await view())?.reminder).toBeNull();
    later(DAY_MS);
    await signInAgain();
    expect((await view())?.reminder).toEqual({ lacks: 'second-factor' });
    hasFactor = true;
    expect((await view())?.reminder).toBeNull();
    expect((await view({ recoveryCodesLeft: 0 }))?.reminder).toEqual({ lacks: 'recovery-codes' });
    hasFactor = false;
    expect(await codeOf('/auth/dismiss-reminder')).toBe('done');
    expect((await view())?.reminder).toBeNull();
    later(7 * DAY_MS);
    expect((await view())?.reminder).toEqual({ lacks: 'second-factor' });
  });
});

describe('security events', () => {
  it('are the newest 50 of the caller alone, of those that an owner sees', async () => {
    const attacker = await writer.signIn(writer.attacker);
    await post('/auth/freeze', {}, attacker);
    await writer.query(
      `insert into audit_events (at, user_id, ip, event, hash)
       select now(), $1, '81.2.69.142', case when n % 2 = 0 then 'password-changed' else 'codes-sent' end, ''
       from generate_series(1, 120) n`,
      [writer.victim.id],
    );
    const reply = await writer.get(SECURITY_EVENTS_PATH.slice(1), session.access_token);
    const listed: readonly { id: string; event: string; place: string | null }[] =
      reply.json().events;
    expect(listed).toHaveLength(50);
    expect(new Set(listed.map(({ event }) => event))).toEqual(new Set(['password-changed']));
    expect(listed[0]?.place).toMatch(/United Kingdom$/);
    expect(listed.map(({ id }) => BigInt(id))).toEqual(
      listed.map(({ id }) => BigInt(id)).toSorted((one, other) => Number(other - one)),
    );
  });

  it('says nothing about a place that is not known', async () => {
    const reply = await writer.get(SECURITY_EVENTS_PATH.slice(1), session.access_token);
    expect(reply.json().events).toEqual([expect.objectContaining({ event: 'login', place: null })]);
  });
});
