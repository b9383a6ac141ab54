import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOB, USDC } from '#testing/network';
import type { ApprovalReason } from '#wire/security/approval';
import { createDeviceKey } from '../../../scripts/check-security/device-key.ts';
import type { LeavingPayment, PaymentGate } from './application/admit-payment.ts';
import type { CallSession, Client } from './application/call.ts';
import type { ApprovalSubject } from './application/require-approval.ts';
import { createPaymentGate } from './modules/security/holds/payment-gate.ts';
import { createProtectionParts } from './protection-parts.ts';
import { createTestServer, RULES, type TestServer } from './server.test-setup.ts';
import { createSessionCalls, type SessionCalls } from './session-calls.test-setup.ts';

const CAROL = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
const CENT = 10_000n;
const DOLLAR = 100n * CENT;

let server: TestServer;
let calls: SessionCalls;
let session: CallSession;
let gate: PaymentGate;
/** What was requested to be approved, and how the next approvals end. */
let requested: ApprovalSubject[];
let approve: (subject: ApprovalSubject) => 'approved' | 'no-factor' | 'refused';
let hasFactor: boolean;
let usd: number | null;

beforeAll(async () => {
  server = await createTestServer({ rules: RULES });
  calls = createSessionCalls(server);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  requested = [];
  approve = () => 'refused';
  hasFactor = true;
  usd = 1;
  session = await signIn();
  gate = newGate();
});

/** The gate of a process of its own. */
function newGate(): PaymentGate {
  const clock = { now: server.now };
  const given = { ...server, clock };
  return createPaymentGate({
    ...createProtectionParts({ protection: RULES, unboundSessionMs: 2 * 60 * MINUTE_MS }, given),
    accounts: server.accounts,
    factors: { hasSecondFactor: async () => hasFactor },
    requireApproval: async (_request, subject) => {
      requested.push(subject);
      const how = approve(subject);
      if (how === 'refused') return { refused: 'approval-needed' };
      return how === 'approved' ? { kind: how, by: 'passkey' } : { kind: how };
    },
    lastUsd: () => usd,
  });
}

/** Of the account's first device, which is not new. */
async function signIn(device = createDeviceKey()): Promise<CallSession> {
  await calls.signIn({ device });
  const { rows } = await server.database.pool.query(
    `select s.id, s.user_id, w.public_address, w.private_address
     from sessions s join wallets w using (user_id) order by s.created_at desc, s.last_active_at desc limit 1`,
  );
  const [
    {
      id: sessionId,
      user_id: userId,
      public_address: publicAddress,
      private_address: privateAddress,
    },
  ] = rows;
  return {
    userId,
    sessionId,
    publicAddress,
    privateAddress,
    custody: 'assisted' as const,
    accessToken: '',
  };
}

const client: Client = {
  ip: '203.0.113.9',
  userAgent: '',
  device: null,
  work: null,
  approval: null,
  language: 'en',
};

function pay(
  amount: bigint,
  {
    key = randomUUID() as string,
    to = BOB as string,
    by = gate,
    kind = 'send' as LeavingPayment['kind'],
    forRecipient = {} as Pick<LeavingPayment, 'message' | 'showsSender'>,
  } = {},
) {
  const network = { name: 'Polygon' };
  const payment = { kind, chainId: USDC.chainId, network, token: USDC, amount, recipient: to };
  return by.admit({ session, client, idempotencyKey: key }, { ...payment, ...forRecipient });
}

async function outcome(amount: bigint, how: Parameters<typeof pay>[1] = {}): Promise<string> {
  const admitted = await pay(amount, how);
  return 'refused' in admitted ? admitted.refused : 'admitted';
}

/** Someone who was paid before. */
async function payFirst(to: string = BOB): Promise<void> {
  approve = () => 'approved';
  expect(await outcome(1n, { to })).toBe('admitted');
  approve = () => 'refused';
  requested = [];
}

const reasons = (): readonly (readonly ApprovalReason[])[] => requested.map((each) => each.reasons);
const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);

describe('with a second factor', () => {
  it('a recipient never paid before is approved, and known from then on', async () => {
    expect(await outcome(1n)).toBe('approval-needed');
    await payFirst();
    expect(await outcome(1n)).toBe('admitted');
    expect(await outcome(1n, { to: CAROL })).toBe('approval-needed');
    expect(reasons()).toEqual([['new-recipient']]);
  });

  it('what makes the day’s total larger than the limit is approved, and does not use it up', async () => {
    await payFirst();
    expect(await outcome(500n * DOLLAR)).toBe('admitted');
    expect(await outcome(CENT)).toBe('approval-needed');
    approve = () => 'approved';
    expect(await outcome(10_000n * DOLLAR)).toBe('admitted');
    approve = () => 'refused';
    server.later(DAY_MS + 1);
    expect(await outcome(500n * DOLLAR)).toBe('admitted');
    expect(reasons()).toEqual([['above-limit'], ['above-limit']]);
  });

  it('approves call, network, token, amount, recipient and key, each of which is another approval', async () => {
    await pay(7n, { key: 'k1', kind: 'unshield' });
    expect(requested[0]?.fields).toEqual([
      'unshield',
      String(USDC.chainId),
      USDC.id,
      '7',
      BOB,
      'k1',
      ...['', ''],
    ]);
    expect(requested[0]?.payment).toMatchObject({ amount: '7', symbol: 'USDC', recipient: BOB });
    expect(requested[0]).not.toHaveProperty('isForPasskeys');
  });

  it('approves what the recipient is told, so that no other message and no sender gets in under the key', async () => {
    for (const forRecipient of [
      {},
      { message: 'Rent' },
      { message: 'Food' },
      { showsSender: true },
    ]) {
      await pay(7n, { key: 'k1', kind: 'internal-transfer', forRecipient });
    }
    expect(requested.map(({ fields }) => fields.slice(-2))).toEqual([
      ['', ''],
      ['Rent', ''],
      ['Food', ''],
      ['', 'shows sender'],
    ]);
  });

  it('of 20 parallel payments at the limit, exactly those pass that fit', async () => {
    await payFirst();
    const gates = [gate, newGate(), newGate(), newGate()];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => outcome(60n * DOLLAR, { by: gates[n % 4] ?? gate })),
    );
    expect(outcomes.filter((each) => each === 'admitted')).toHaveLength(8);
    expect(outcomes.filter((each) => each === 'approval-needed')).toHaveLength(12);
  });

  it('an approval that was given while a parallel payment used up the limit is enough', async () => {
    await payFirst();
    approve = () => 'approved';
    const outcomes = await Promise.all([
      outcome(400n * DOLLAR, { to: CAROL }),
      outcome(400n * DOLLAR),
    ]);
    expect(outcomes).toEqual(['admitted', 'admitted']);
  });

  it('a token without a price is approved', async () => {
    await payFirst();
    usd = null;
    expect(await outcome(1n)).toBe('approval-needed');
    expect(reasons()).toEqual([['above-limit']]);
  });

  it('asks nothing for the way to the own public address', async () => {
    const to = session.publicAddress.toLowerCase();
    expect(await outcome(10_000n * DOLLAR, { to, kind: 'unshield' })).toBe('admitted');
    expect(requested).toEqual([]);
    expect(await server.count('admitted_payments')).toBe(0);
  });
});

describe('one key', () => {
  beforeEach(() => payFirst());

  it('counts once, however often it is retried, here and in another process', async () => {
    for (const by of [gate, gate, newGate()]) {
      expect(await outcome(300n * DOLLAR, { key: 'k', by })).toBe('admitted');
    }
    expect(await outcome(200n * DOLLAR)).toBe('admitted');
    expect(await outcome(CENT)).toBe('approval-needed');
  });

  it('admits nothing else: another amount or recipient is ruled on its own', async () => {
    expect(await outcome(CENT, { key: 'k' })).toBe('admitted');
    expect(await outcome(501n * DOLLAR, { key: 'k' })).toBe('approval-needed');
    expect(await outcome(CENT, { key: 'k', to: CAROL })).toBe('approval-needed');
  });

  it('needs its approval once, when its process ended before anything was stored', async () => {
    approve = () => 'approved';
    expect(await outcome(900n * DOLLAR, { key: 'k' })).toBe('admitted');
    approve = () => 'refused';
    expect(await outcome(900n * DOLLAR, { key: 'k', by: newGate() })).toBe('admitted');
  });

  it('still counts when its process ended before anything was stored', async () => {
    expect(await outcome(500n * DOLLAR, { key: 'k' })).toBe('admitted');
    expect(await outcome(CENT, { by: newGate() })).toBe('approval-needed');
  });

  it('no longer counts when it was refused afterwards, the newest or not', async () => {
    const [first, second] = [await pay(300n * DOLLAR), await pay(200n * DOLLAR)];
    if ('refused' in first || 'refused' in second) throw new Error('Both are within the limit.');
    expect(await outcome(CENT)).toBe('approval-needed');
    await first.giveBack();
    await second.giveBack();
    await second.giveBack();
    expect(await outcome(500n * DOLLAR)).toBe('admitted');
    expect(await outcome(CENT)).toBe('approval-needed');
  });

  it('makes no one known when it was refused afterwards', async () => {
    approve = () => 'approved';
    const first = await pay(1n, { to: CAROL });
    await pay(1n);
    if ('refused' in first) throw new Error('It was approved.');
    await first.giveBack();
    approve = () => 'refused';
    expect(await outcome(1n, { to: CAROL })).toBe('approval-needed');
  });

  it('is given back by no one while another request relies on it', async () => {
    const first = await pay(500n * DOLLAR, { key: 'k' });
    const again = await pay(500n * DOLLAR, { key: 'k', by: newGate() });
    if ('refused' in first || 'refused' in again) throw new Error('It is within the limit.');
    await first.giveBack();
    await again.giveBack();
    expect(await outcome(CENT)).toBe('approval-needed');
  });
});

describe('after a reset of the password', () => {
  beforeEach(async () => {
    hasFactor = false;
    const { rows } = await sql('select password_salt from key_records where user_id = $1', [
      session.userId,
    ]);
    const found = await server.accounts.findKeys(session.userId);
    if (found === null) throw new Error('There is no account.');
    await server.accounts.setPassword({
      ...{ userId: session.userId, record: found.keyRecord, replaces: rows[0].password_salt },
      ...{
        recoveredAt: server.now(),
        keepSessionId: session.sessionId,
        notices: [],
        now: server.now(),
      },
    });
  });

  it('no more than $50 leave in 24 hours, and then as much as before', async () => {
    expect(await outcome(50n * DOLLAR)).toBe('admitted');
    expect(await pay(CENT)).toMatchObject({
      refused: 'held-after-reset',
      retryAfter: 24 * 60 * 60,
    });
    usd = null;
    expect(await outcome(1n)).toBe('held-after-reset');
    server.later(DAY_MS);
    expect(await outcome(10_000n * DOLLAR)).toBe('admitted');
  });

  it('only a passkey from before it approves more, and what it approved counts', async () => {
    hasFactor = true;
    approve = ({ isForPasskeys }) => (isForPasskeys ? 'no-factor' : 'approved');
    expect(await outcome(51n * DOLLAR)).toBe('held-after-reset');
    const resetAt = server.now();
    approve = () => 'approved';
    expect(await outcome(51n * DOLLAR)).toBe('admitted');
    expect(requested.at(-1)).toMatchObject({
      ...{ reasons: ['reset-hold', 'new-recipient'], isForPasskeys: true, addedBefore: resetAt },
    });
    approve = ({ isForPasskeys }) => (isForPasskeys ? 'no-factor' : 'approved');
    expect(await outcome(CENT)).toBe('held-after-reset');
  });
});

describe('a new device', () => {
  it('pays no more than $200 within its first hour; the first of the account does', async () => {
    hasFactor = false;
    expect(await outcome(10_000n * DOLLAR)).toBe('admitted');
    server.later(MINUTE_MS);
    session = await signIn();
    expect(await outcome(200n * DOLLAR)).toBe('admitted');
    expect(await pay(CENT)).toMatchObject({ refused: 'held-new-device', retryAfter: 60 * 60 });
    server.later(60 * MINUTE_MS);
    expect(await outcome(10_000n * DOLLAR)).toBe('admitted');
  });

  it('is not made older by a sign-in with another one, or by its row', async () => {
    hasFactor = false;
    server.later(MINUTE_MS);
    const device = createDeviceKey();
    session = await signIn(device);
    server.later(10 * MINUTE_MS);
    session = await signIn(device);
    expect(await outcome(201n * DOLLAR)).toBe('held-new-device');
    await sql("update known_devices set first_seen_at = '2020-01-01'");
    expect(await outcome(201n * DOLLAR)).toBe('held-new-device');
    await sql(
      'update known_devices set seal = (select seal from known_devices order by last_seen_at limit 1)',
    );
    expect(await outcome(201n * DOLLAR)).toBe('held-new-device');
  });

  it('without a key is new for the first hour of its session', async () => {
    hasFactor = false;
    await calls.signIn();
    const { rows } = await sql('select id from sessions where device_key is null');
    session = { ...session, sessionId: rows[0].id };
    expect(await outcome(201n * DOLLAR)).toBe('held-new-device');
    await sql("update sessions set created_at = '2020-01-01'");
    expect(await outcome(201n * DOLLAR)).toBe('held-new-device');
    server.later(60 * MINUTE_MS);
    expect(await outcome(201n * DOLLAR)).toBe('admitted');
  });
});

describe('whoever writes to the database', () => {
  beforeEach(async () => {
    await payFirst();
    expect(await outcome(500n * DOLLAR)).toBe('admitted');
  });

  const attempts: readonly (readonly [what: string, attempt: string])[] = [
    ['deletes the payments of the day', 'delete from admitted_payments where position > 1'],
    ['deletes all payments', 'delete from admitted_payments'],
    ['deletes the newest payment', 'delete from admitted_payments where position = 2'],
    ['makes a payment smaller', 'update admitted_payments set cents = 0'],
    ['makes a payment older', "update admitted_payments set at = at - interval '2 days'"],
    ['calls a payment approved', 'update admitted_payments set is_approved = true'],
    ['moves a payment to someone else', 'update admitted_payments set position = position + 5'],
    [
      'inserts an approved payment above',
      `insert into admitted_payments select user_id, position + 1, 'x', at, 0, recipient, payment, true, seal
       from admitted_payments where position = 2`,
    ],
  ];
  it.each(attempts)('gains nothing that %s', async (_what, attempt) => {
    await sql(attempt);
    expect(await outcome(CENT)).toBe('approval-needed');
    expect(await outcome(CENT, { by: newGate() })).toBe('approval-needed');
  });

  /** As a failover does that loses the last commits. */
  async function putBackAfterPayment(): Promise<void> {
    const before = (await sql('select to_json(p)::text as row from protections p')).rows[0].row;
    approve = () => 'approved';
    expect(await outcome(CENT)).toBe('admitted');
    await sql('delete from admitted_payments where position = 3');
    await sql('delete from protections');
    await sql(
      'insert into protections select (json_populate_record(null::protections, $1::json)).*',
      [before],
    );
    approve = () => 'refused';
  }

  it('gains nothing from an earlier copy of all rows, put back right after a payment', async () => {
    await putBackAfterPayment();
    server.later(25 * 60 * MINUTE_MS);
    expect(await outcome(CENT)).toBe('approval-needed');
    expect(await gate.refuseFrozen(session.userId)).toBeNull();
  });

  it('locks no one out that way: after the next approved payment, the count is known again', async () => {
    await putBackAfterPayment();
    approve = () => 'approved';
    expect(await outcome(CENT)).toBe('admitted');
    approve = () => 'refused';
    server.later(25 * 60 * MINUTE_MS);
    session = await signIn();
    expect(await outcome(CENT)).toBe('admitted');
  });

  it('leaves an account without a second factor as it was', async () => {
    await putBackAfterPayment();
    hasFactor = false;
    expect(await outcome(1_000n * DOLLAR)).toBe('admitted');
  });

  it('stops payments without an approval when it deletes the row', async () => {
    await sql('delete from protections');
    expect(await outcome(CENT)).toBe('approval-needed');
  });

  it('makes no one known who was not paid', async () => {
    await sql(`update admitted_payments set recipient = '\\x00', payment = '\\x00'`);
    expect(await outcome(CENT, { to: CAROL })).toBe('approval-needed');
    await sql("update admitted_payments set at = now() - interval '2 days'");
    expect(await outcome(CENT, { to: CAROL })).toBe('approval-needed');
  });

  it.each([
    ['raises the limit', 'update protections set daily_limit = 100000000'],
    [
      'lets a higher limit begin',
      "update protections set raise_to = 100000000, raise_at = '2020-01-01'",
    ],
    ['lifts the hold after a reset', 'update protections set lifted_reset_at = now()'],
    ['counts fewer payments', 'update protections set payments = 0'],
    ['puts back an earlier version', 'update protections set version = version - 1'],
  ])('freezes the account when it %s', async (_what, attempt) => {
    await sql(attempt);
    expect(await outcome(CENT)).toBe('account-frozen');
    expect(await gate.refuseFrozen(session.userId)).toMatchObject({ refused: 'account-frozen' });
  });
});
