import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvalOf, type SoftwarePasskey } from '#testing/software-passkey';
import { createDeviceKey } from '../../../scripts/check-security/device-key.ts';
import { createPostgresAttemptLimits } from './adapters/postgres/accounts/attempt-limits.ts';
import { createPostgresKnownDevices } from './adapters/postgres/accounts/known-devices.ts';
import { createPostgresApprovalSweep } from './adapters/postgres/security/approvals.ts';
import { admitCode } from './application/approval-attempts.ts';
import { createRequireApproval } from './application/create-require-approval.ts';
import type { ApprovalSubject } from './application/require-approval.ts';
import {
  appCode,
  approving,
  createFactorCalls,
  type FactorCalls,
  newPasskey,
} from './factor-calls.test-setup.ts';
import { createTestFactorParts } from './factor-parts.test-setup.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';
import { createSessionCalls, type Pair, type SessionCalls } from './session-calls.test-setup.ts';

const MINUTE_MS = 60_000;
const CODES = '/auth/recovery-codes';
let server: TestServer;
let calls: SessionCalls;
let factors: FactorCalls;
let owner: Pair;
let passkey: SoftwarePasskey;
let recoveryCodes: readonly string[];

beforeAll(async () => {
  server = await createTestServer();
  calls = createSessionCalls(server);
  factors = createFactorCalls(server);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  owner = await calls.signIn();
  passkey = newPasskey();
  ({ recoveryCodes } = (await factors.addPasskey(owner, { passkey })).json());
});

const codeOf = (response: { json(): { code?: string } }) => response.json().code ?? 'approved';

describe('an approval', () => {
  it('says what it is for, and what may give it', async () => {
    const refusal = await factors.post(CODES, owner, {});
    expect(refusal.statusCode).toBe(403);
    expect(refusal.json()).toMatchObject({
      code: 'approval-needed',
      approval: {
        reasons: ['new-recovery-codes'],
        methods: ['passkey', 'recovery-code'],
        credentialIds: [passkey.id],
        rpId: 'localhost',
        expiresAt: new Date(server.now().getTime() + 5 * MINUTE_MS).toISOString(),
      },
    });
  });

  it('is used once, in parallel too', async () => {
    const approval = approving(passkey)(await factors.needApproval(CODES, owner));
    const codes = (
      await Promise.all(Array.from({ length: 5 }, () => factors.post(CODES, owner, {}, approval)))
    ).map(codeOf);
    expect(codes.filter((code) => code === 'approved')).toHaveLength(1);
    expect(codeOf(await factors.post(CODES, owner, {}, approval))).toBe('approval-needed');
    const silent = newPasskey({ counts: false });
    await factors.addPasskey(owner, { passkey: silent, approve: approving(passkey) });
    const again = approving(silent)(await factors.needApproval(CODES, owner));
    const more = await Promise.all(
      Array.from({ length: 5 }, () => factors.post(CODES, owner, {}, again)),
    );
    expect(more.map(codeOf).filter((code) => code === 'approved')).toHaveLength(1);
    expect(codeOf(await factors.post(CODES, owner, {}, again))).toBe('approval-needed');
  });

  it('approves no other request, no other session and no other user', async () => {
    const approval = approving(passkey)(await factors.needApproval(CODES, owner));
    const removal = `/auth/passkeys/${passkey.id}/remove`;
    expect(codeOf(await factors.post(removal, owner, {}, approval))).toBe('approval-needed');
    const other = await calls.signIn();
    expect(codeOf(await factors.post(CODES, other, {}, approval))).toBe('approval-needed');
    const bob = await calls.signInAsBob();
    await factors.addPasskey(bob);
    expect(codeOf(await factors.post(CODES, bob, {}, approval))).toBe('approval-needed');
    expect(codeOf(await factors.post(CODES, owner, {}, approval))).toBe('approved');
  });

  it('is not given by a passkey of someone else, or for another challenge', async () => {
    const bob = await calls.signInAsBob();
    const foreign = newPasskey();
    await factors.addPasskey(bob, { passkey: foreign });
    const needed = await factors.needApproval(CODES, owner);
    const { challenge } = await factors.needApproval(CODES, owner);
    const wrong = [
      approving(foreign)(needed),
      approvalOf(needed.id, foreign.assert(needed.challenge, { id: passkey.id })),
      approvalOf(needed.id, passkey.assert(challenge)),
      approvalOf(needed.id, passkey.assert(needed.challenge, { isVerified: false })),
    ];
    for (const approval of wrong) {
      expect(codeOf(await factors.post(CODES, owner, {}, approval))).toBe('approval-not-valid');
    }
    expect(await calls.audited('approval-refused')).toBe(4);
    const right = approving(passkey)(needed);
    expect(codeOf(await factors.post(CODES, owner, {}, right))).toBe('approved');
  });

  it('expires after 5 minutes', async () => {
    const inTime = await factors.needApproval(CODES, owner);
    const late = await factors.needApproval(CODES, owner);
    server.later(5 * MINUTE_MS - 1);
    expect(codeOf(await factors.post(CODES, owner, {}, approving(passkey)(inTime)))).toBe(
      'approved',
    );
    server.later(1);
    expect(codeOf(await factors.post(CODES, owner, {}, approving(passkey)(late)))).toBe(
      'approval-needed',
    );
    const before = await server.count('approvals');
    await createPostgresApprovalSweep(server.database).sweep(server.now());
    expect(await server.count('approvals')).toBe(before - 1);
  });

  it('survives four wrong proofs and no five', async () => {
    const needed = await factors.needApproval(CODES, owner);
    const wrong = approvalOf(needed.id, newPasskey().assert(needed.challenge));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(codeOf(await factors.post(CODES, owner, {}, wrong))).toBe('approval-not-valid');
    }
    const right = approving(passkey)(needed);
    expect(codeOf(await factors.post(CODES, owner, {}, right))).toBe('approval-needed');
  });

  it.each(['', 'x', 'x.passkey.y', `${'a'.repeat(36)}.app.123456`])(
    'is not read from %j',
    async (approval) => {
      const response = await factors.post(CODES, owner, {}, approval);
      expect(codeOf(response)).toBe('approval-not-valid');
    },
  );

  it.each(['', '.', 'bnVsbA', 'e30', '!'])('is not given by the proof %j', async (proof) => {
    const { id } = await factors.needApproval(CODES, owner);
    for (const method of ['passkey', 'app', 'recovery-code']) {
      const response = await factors.post(CODES, owner, {}, `${id}.${method}.${proof}`);
      expect(codeOf(response)).toBe('approval-not-valid');
    }
  });

  it('is one of 20 that a user may have open', async () => {
    for (let open = 0; open < 25; open += 1) {
      await factors.needApproval(CODES, owner);
      server.later(1);
    }
    expect(await server.count('approvals')).toBe(20);
  });
});

describe('the code of an app', () => {
  let secret: string;
  beforeEach(async () => {
    ({ secret } = await factors.addApp(owner, approving(passkey)));
    server.later(MINUTE_MS);
  });

  const approve = async (session: Pair, code: string) => {
    const { id } = await factors.needApproval(CODES, session);
    return codeOf(await factors.post(CODES, session, {}, `${id}.app.${code}`));
  };

  it('approves once, and so does no earlier one', async () => {
    const now = server.now();
    const earlier = appCode(secret, new Date(now.getTime() - 30_000));
    const code = appCode(secret, now);
    expect(await approve(owner, `${code.slice(0, 3)} ${code.slice(3)}`)).toBe('approved');
    expect(await approve(owner, code)).toBe('approval-not-valid');
    expect(await approve(owner, earlier)).toBe('approval-not-valid');
    server.later(30_000);
    expect(await approve(owner, appCode(secret, server.now()))).toBe('approved');
  });

  it('approves only one of several requests that are made together', async () => {
    const code = appCode(secret, server.now());
    const ids = [];
    for (let open = 0; open < 4; open += 1) ids.push((await factors.needApproval(CODES, owner)).id);
    const all = await Promise.all(
      ids.map((id) => factors.post(CODES, owner, {}, `${id}.app.${code}`)),
    );
    expect(all.map(codeOf).filter((each) => each === 'approved')).toHaveLength(1);
  });

  it('cannot be guessed in a session, which keeps no other session out', async () => {
    const other = await calls.signIn();
    const wrong = appCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', new Date(0));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await approve(owner, wrong)).toBe('approval-not-valid');
    }
    expect(await approve(owner, appCode(secret, server.now()))).toBe('too-many-requests');
    expect(await approve(other, appCode(secret, server.now()))).toBe('approved');
  });

  it('cannot be guessed in any number of new sessions, and passkeys still approve then', async () => {
    const wrong = appCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', new Date(0));
    const outcomes: string[] = [];
    for (let session = 0; session < 5; session += 1) {
      const thief = await calls.signIn();
      for (let attempt = 0; attempt < 5; attempt += 1) outcomes.push(await approve(thief, wrong));
    }
    expect(outcomes.filter((code) => code === 'approval-not-valid')).toHaveLength(20);
    const response = await factors.postApproved(CODES, owner, {}, approving(passkey));
    expect(codeOf(response)).toBe('approved');
  });
});

describe('wrong codes of new devices', () => {
  it('keep no device out that the user signed in with before the day', async () => {
    const device = createDeviceKey();
    await calls.signIn({ device });
    const known = createPostgresKnownDevices(server.database, { seals: server.seals });
    const limits = createPostgresAttemptLimits(server.database);
    const ports = { limits, knownDevices: known };
    const [{ user_id: userId }] = (
      await server.database.pool.query('select user_id from sessions limit 1')
    ).rows;
    const admit = (thumbprint: string) => {
      const attempt = { userId, sessionId: 'one', device: thumbprint, now: server.now() };
      return admitCode(ports, attempt, 'app');
    };
    server.later(24 * 60 * MINUTE_MS);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 21; attempt += 1) {
      waits.push(await admit(`new ${Math.floor(attempt / 4)}`));
    }
    expect(waits).toEqual([...Array<number>(20).fill(0), expect.any(Number)]);
    expect(await admit('new 9')).toBeGreaterThan(0);
    expect(await admit(device.thumbprint)).toBeGreaterThan(0);
    server.later(1);
    expect(await admit(device.thumbprint)).toBe(0);
  });
});

describe('a recovery code', () => {
  it('approves once, and its owner is notified', async () => {
    const [code = ''] = recoveryCodes;
    const use = async () => {
      const { id } = await factors.needApproval(`/auth/passkeys/${passkey.id}/remove`, owner);
      const { id: codesId } = await factors.needApproval(CODES, owner);
      return { id, codesId };
    };
    const first = await use();
    const typed = ` ${code.toLowerCase()} `;
    const used = await factors.post(CODES, owner, {}, `${first.codesId}.recovery-code.${typed}`);
    expect(codeOf(used)).toBe('approved');
    expect(used.json().recoveryCodes).toHaveLength(10);
    expect(await calls.audited('recovery-code-used')).toBe(1);
    expect(await calls.notices('recovery-code-used')).toMatchObject([
      { channel: 'email', recipient: server.user.email, content: { left: '9' } },
    ]);
    expect(await calls.notices('recovery-codes-replaced')).toHaveLength(1);
  });

  it('of the earlier codes, of someone else or in parallel approves nothing', async () => {
    const bob = await calls.signInAsBob();
    const foreign = (await factors.addPasskey(bob)).json().recoveryCodes[0];
    const post = async (code: string) => {
      const { id } = await factors.needApproval(CODES, owner);
      return codeOf(await factors.post(CODES, owner, {}, `${id}.recovery-code.${code}`));
    };
    expect(await post(foreign)).toBe('approval-not-valid');
    const [first = '', second = ''] = recoveryCodes;
    const both = await Promise.all([post(first), post(first)]);
    expect(both.sort()).toEqual(['approval-not-valid', 'approved']);
    expect(await post(second)).toBe('approval-not-valid');
    expect(await server.count('recovery_codes')).toBe(20);
  });
});

describe('an approval of a payment', () => {
  const payment = {
    ...{
      kind: 'send',
      amount: '5000000',
      symbol: 'USDC',
      decimals: 6,
      chainId: 137,
      chain: 'Polygon',
    },
    recipient: '0x1111111111111111111111111111111111111111',
    cents: '500',
    limitLeft: '400',
  };
  const subject: ApprovalSubject = {
    reasons: ['above-limit'],
    fields: ['send', '5000000', payment.recipient, 'key-1'],
    payment,
  };

  async function setUp() {
    const { session } = await sessionOf(owner);
    const requireApproval = createRequireApproval({
      ...createTestFactorParts(server.database, {
        ...{ seals: server.seals, secret: Buffer.alloc(32) },
      }),
      accounts: server.accounts,
      limits: createPostgresAttemptLimits(server.database),
      knownDevices: createPostgresKnownDevices(server.database, { seals: server.seals }),
      audit: { append: async () => {} },
      clock: { now: server.now },
      randomness: { uuid: () => crypto.randomUUID() },
    });
    const client = { ip: '203.0.113.9', userAgent: '', device: null, work: null } as const;
    return async (of: ApprovalSubject, approval: string | null = null) =>
      requireApproval({ session, client: { ...client, approval, language: 'en' } }, of);
  }

  async function sessionOf({ access_token: accessToken }: Pair) {
    const { rows } = await server.database.pool.query(
      'select id, user_id from sessions order by created_at limit 1',
    );
    const [{ id: sessionId, user_id: userId }] = rows;
    const addresses = {
      publicAddress: '0x0',
      privateAddress: '0zk0',
      custody: 'assisted' as const,
    } as const;
    return { session: { userId, sessionId, accessToken, ...addresses } };
  }

  async function neededOf(outcome: Promise<object>) {
    const refusal = await outcome;
    if (!('approval' in refusal)) throw new Error(JSON.stringify(refusal));
    return refusal.approval as Parameters<ReturnType<typeof approving>>[0];
  }

  it('stays one when the price or what is left of the limit changes meanwhile', async () => {
    const requireApproval = await setUp();
    const approval = approving(passkey)(await neededOf(requireApproval(subject)));
    const later = { ...subject, payment: { ...payment, cents: '501', limitLeft: '0' } };
    expect(await requireApproval(later, approval)).toEqual({ kind: 'approved', by: 'passkey' });
  });

  it.each<[string, ApprovalSubject]>([
    ['amount', { ...subject, fields: ['send', '5000001', payment.recipient, 'key-1'] }],
    ['key', { ...subject, fields: ['send', '5000000', payment.recipient, 'key-2'] }],
    [
      'fields joined otherwise',
      { ...subject, fields: ['send', '5000000', `${payment.recipient}key-1`] },
    ],
    ['reasons', { ...subject, reasons: ['above-limit', 'new-recipient'] }],
    ['shown amount', { ...subject, payment: { ...payment, amount: '5000001' } }],
    ['shown recipient', { ...subject, payment: { ...payment, recipient: '0x2' } }],
    ['method', { ...subject, isForPasskeys: true }],
  ])('is not one with another %s', async (_name, other) => {
    const requireApproval = await setUp();
    const needed = await neededOf(requireApproval(subject));
    expect(needed.payment).toEqual(payment);
    const approval = approving(passkey)(needed);
    const again = await neededOf(requireApproval(other, approval));
    expect(again.id).not.toBe(needed.id);
    expect(await requireApproval(subject, approval)).toEqual({ kind: 'approved', by: 'passkey' });
  });

  it('is for passkeys alone where it has to be, and for those of before', async () => {
    const requireApproval = await setUp();
    const forPasskeys = { ...subject, isForPasskeys: true };
    const needed = await neededOf(requireApproval(forPasskeys));
    expect(needed.methods).toEqual(['passkey']);
    const withCode = `${needed.id}.recovery-code.${recoveryCodes[0]}`;
    expect(await requireApproval(forPasskeys, withCode)).toMatchObject({
      refused: 'approval-not-valid',
    });
    const addedBefore = server.now();
    expect(await requireApproval({ ...subject, addedBefore })).toEqual({ kind: 'no-factor' });
    server.later(MINUTE_MS);
    const later = newPasskey();
    await factors.addPasskey(owner, { passkey: later, approve: approving(passkey) });
    const early = { ...subject, addedBefore: server.now() };
    const byEarly = await neededOf(requireApproval(early));
    expect(byEarly.credentialIds).toEqual([passkey.id]);
    expect(await requireApproval(early, approving(later)(byEarly))).toMatchObject({
      refused: 'approval-not-valid',
    });
    expect(await requireApproval(early, approving(passkey)(byEarly))).toMatchObject({
      kind: 'approved',
    });
  });
});
