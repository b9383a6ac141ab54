import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import { transition } from '#domain/operation/transition';
import {
  BROADCASTER,
  buildInclusion,
  buildSigning,
  buildSpend,
  hashOf,
  START,
  uuidOf,
} from '#testing/operation';
import type {
  PrivateSpends,
  ProvedJob,
  SendLater,
  SpendJob,
} from '../../../ports/private-spends.ts';
import type { ProvedSpend } from '../../../ports/shielded-pool.ts';
import { createDatabase } from '../connection/connect.ts';
import { createPostgresOperations } from '../operations/operations.ts';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { createPostgresPrivateSpends } from './private-spends.ts';

const LEASE_MS = 60_000;
const plenty = (10n ** 18n) as BaseUnits;
let databaseUrl: string;
let pool: pg.Pool;
let spends: PrivateSpends;

beforeAll(async () => {
  databaseUrl = await createTestDatabase();
  pool = createDatabase(databaseUrl).pool;
  spends = createPostgresPrivateSpends({ pool });
});

afterAll(async () => {
  await pool?.end();
});

beforeEach(async () => {
  await pool.query('truncate operations, chain_accounts, outbox, ahead_spends cascade');
});

describe('the queue of private payments', () => {
  test('gives them out in the order in which they came, each to one', async () => {
    await store(2, { ms: 2_000 });
    await store(1, { ms: 1_000 });
    const jobs = await Promise.all([1, 2, 3, 4].map(() => claim()));
    const claimed = jobs.flatMap((job) => (job === null ? [] : [job.operationId]));
    expect(claimed.toSorted()).toEqual([uuidOf(1), uuidOf(2)]);
    expect(jobs.find((job) => job !== null)?.operationId).toBe(uuidOf(1));
  });

  test('keeps all that the proof depends on, with the signature of the order', async () => {
    const fee = {
      tokenId: buildSpend().tokenId,
      perNativeCoin: 5n as BaseUnits,
      recipient: '0zk1kax' as const,
    } as never;
    await store(1, { fee });
    const job = await claim();
    expect(job).toMatchObject({
      userId: userOf(1),
      terms: { kind: 'unshield', amount: 25_000_000n, gasPrice: 7n, fee },
    });
    expect(Buffer.from(job?.signature ?? [])).toEqual(Buffer.from('signature 1'));
  });

  test('tells how many are before one, and how far its proof is', async () => {
    await store(1, { ms: 1_000 });
    await store(2, { ms: 2_000 });
    expect(await spends.waiting()).toBe(2);
    expect(await spends.usersWaiting()).toHaveLength(2);
    const job = await claimed();
    expect(await progressOf(1)).toEqual({ place: 0, share: null, sendWindow: null });
    expect(await spends.saveProgress(job, { share: 0.5, now: START, leaseMs: 0 })).toBe(true);
    expect(await progressOf(1)).toEqual({ place: null, share: 0.5, sendWindow: null });
    expect(await progressOf(2)).toEqual({ place: 1, share: null, sendWindow: null });
  });

  test('gives a payment again whose prover died, and hears the dead one no more', async () => {
    await store(1);
    const dead = await claimed();
    expect(await claim(START.getTime() + LEASE_MS - 1)).toBeNull();
    const heir = await claim(START.getTime() + LEASE_MS);
    expect(heir?.operationId).toBe(dead.operationId);
    expect(await spends.saveProgress(dead, { share: 1, now: START, leaseMs: 1 })).toBe(false);
    expect(await spends.saveProved(dead, proofOf(1), START)).toBe('lost');
    expect(await spends.fail(dead, 'would-revert', START)).toBe(false);
    expect(await spends.lock(dead)).toBe(false);
    expect(await statusOf(1)).toBe('created');
  });

  test('gives a payment again at once when the only prover begins anew', async () => {
    await store(1);
    const dead = await claimed();
    await spends.reclaim(buildSpend().chainId + 1);
    expect(await claim()).toBeNull();
    await spends.reclaim(buildSpend().chainId);
    expect((await claimed()).operationId).toBe(dead.operationId);
    expect(await spends.saveProved(dead, proofOf(1), START)).toBe('lost');
  });

  test('lets a payment wait for its person, and puts it back into its place', async () => {
    await store(1, { ms: 1_000 });
    await store(2, { ms: 2_000 });
    expect(await spends.lock(await claimed())).toBe(true);
    expect(await statusOf(1)).toBe('needs_unlock');
    expect(await progressOf(2)).toMatchObject({ place: 0 });
    await spends.unlock(userOf(1));
    expect((await claimed()).operationId).toBe(uuidOf(1));
  });

  test('takes no more than people would wait for', async () => {
    for (let n = 1; n <= 40; n += 1) await store(n);
    expect(await store(41)).toEqual({ kind: 'queue-full' });
    expect(await spends.waiting()).toBe(40);
  });
});

describe('one private payment of a person at a time', () => {
  test('one key is one payment, however many ask at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => store(1)));
    expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'exists')).toHaveLength(19);
  });

  test('of 20 payments of a person at once one is stored, and the others are told of it', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => store(n + 1, { userId: userOf(1) })),
    );
    const stored = outcomes.flatMap((each) => (each.kind === 'stored' ? [each.operation.id] : []));
    expect(stored).toHaveLength(1);
    const refused = outcomes.flatMap((each) => (each.kind === 'open' ? [each.operationId] : []));
    expect(refused).toEqual(Array.from({ length: 19 }, () => stored[0]));
  });

  test('the next is taken once their wallet has seen the block of the one before', async () => {
    await sendMined(1);
    const again = { userId: userOf(1) };
    expect(await store(2, again)).toEqual({ kind: 'open', operationId: uuidOf(1) });
    await spends.seen([userOf(1)], 9n, START);
    expect(await store(2, again)).toEqual({ kind: 'open', operationId: uuidOf(1) });
    await spends.seen([userOf(2)], 10n, START);
    expect(await store(2, again)).toEqual({ kind: 'open', operationId: uuidOf(1) });
    await spends.seen([userOf(1)], 10n, START);
    expect(await store(2, again)).toMatchObject({ kind: 'stored' });
  });

  test('the next is taken at once when the one before failed', async () => {
    await store(1);
    await spends.fail(await claimed(), 'notes-scattered', START);
    expect(await store(2, { userId: userOf(1) })).toMatchObject({ kind: 'stored' });
  });
});

describe('what was proved', () => {
  test('waits for its signature with the call and the pay that the proof binds', async () => {
    await store(1);
    const paid = { ...proofOf(1), broadcasterFee: 33n as BaseUnits };
    expect(await spends.saveProved(await claimed(), paid, START)).toBe('stored');
    expect(await statusOf(1)).toBe('prepared');
    const [job] = await claimProved();
    expect(job).toMatchObject({
      call: { to: paid.to, data: paid.data, gasLimit: 1_000n, nullifiers: paid.nullifiers },
      operation: { pool: { broadcasterFee: 33n } },
      leastGasPrice: null,
    });
    expect(await claimProved()).toEqual([]);
  });

  test('cannot spend a note that another payment of ours spends', async () => {
    await prove(1);
    await store(2);
    expect(await spends.saveProved(await claimed(), proofOf(1), START)).toBe('notes-taken');
    expect(await statusOf(2)).toBe('created');
    const { rows } = await pool.query<{ call_data: string | null }>(
      'select call_data from private_spends where operation_id = $1',
      [uuidOf(2)],
    );
    expect(rows).toEqual([{ call_data: null }]);
  });

  test('can spend the notes of a payment that came to nothing', async () => {
    const [job] = await prove(1);
    if (job === undefined) throw new Error('Nothing was proved.');
    await spends.fail({ operationId: job.operation.id, epoch: job.epoch }, 'would-revert', START);
    await store(2);
    expect(await spends.saveProved(await claimed(), proofOf(1), START)).toBe('stored');
  });

  test('is signed once, by one of many signers, with the next nonce of the broadcaster', async () => {
    const first = await prove(1);
    const second = await prove(2);
    const signed = await Promise.all([...first, ...first, ...second].map((job) => sign(job)));
    expect(signed.map(({ kind }) => kind).toSorted()).toEqual(['lost', 'signed', 'signed']);
    const nonces = signed.flatMap((each) =>
      each.kind === 'signed' ? [each.operation.signing.nonce] : [],
    );
    expect(nonces.toSorted()).toEqual([0, 1]);
  });

  test('is stored as it was signed, with the fees of that moment', async () => {
    const [job] = await prove(1);
    if (job === undefined) throw new Error('Nothing was proved.');
    const outcome = await sign(job);
    const stored = await find(1);
    expect(outcome).toEqual({ kind: 'signed', operation: stored?.operation });
    expect(stored?.operation).toMatchObject({ status: 'signed', feeCeiling: 4_000n });
    const operations = createPostgresOperations({ pool });
    const due = await operations.claimDue({ now: START, leaseMs: 1, limit: 5 });
    expect(due.map(({ operation }) => operation.id)).toEqual([uuidOf(1)]);
  });

  test('waits when the broadcaster cannot pay for it besides what it pays for already', async () => {
    const [first] = await prove(1);
    const [second] = await prove(2);
    if (first === undefined || second === undefined) throw new Error('Nothing was proved.');
    await sign(first, 7_000n);
    expect(await sign(second, 7_000n)).toEqual({ kind: 'short', available: 3_000n });
    expect(await statusOf(2)).toBe('prepared');
    await spends.postpone(second, new Date(START.getTime() + LEASE_MS + 5_000));
    expect(await claimProved(START.getTime() + LEASE_MS)).toEqual([]);
    expect(await claimProved(START.getTime() + LEASE_MS + 5_000)).toHaveLength(1);
  });

  test('a signature that fails leaves it proved, and its nonce free', async () => {
    const [job] = await prove(1);
    if (job === undefined) throw new Error('Nothing was proved.');
    const broken = () => Promise.reject(new Error('The key is gone.'));
    await expect(spends.sign(job, pricing(), broken)).rejects.toThrow('The key is gone.');
    expect(await statusOf(1)).toBe('prepared');
    expect(await sign(job)).toMatchObject({ operation: { signing: { nonce: 0 } } });
  });

  test('waits for the moment that was drawn for it', async () => {
    const later = { at: msAfter(600_000), windowEnd: msAfter(3_600_000) };
    await store(1, { later });
    await spends.saveProved(await claimed(), proofOf(1), START);
    expect(await claimProved(START.getTime() + 599_999)).toEqual([]);
    expect(await claimProved(START.getTime() + 600_000)).toMatchObject([{ sendAt: later.at }]);
    const progress = await progressOf(1);
    expect(progress?.sendWindow).toEqual({ from: msAfter(1), to: later.windowEnd });
  });
});

describe('what is not signed', () => {
  test('can be taken back by its person alone, and tells everybody', async () => {
    await prove(1);
    expect(await spends.cancel(userOf(2), uuidOf(1), START)).toBe(false);
    expect(await spends.cancel(userOf(1), 'nonsense', START)).toBe(false);
    expect(await spends.cancel(userOf(1), uuidOf(1), START)).toBe(true);
    expect((await find(1))?.operation).toMatchObject({ status: 'failed', reason: 'cancelled' });
    expect(await spends.cancel(userOf(1), uuidOf(1), START)).toBe(false);
    const { rows } = await pool.query('select topic from outbox');
    expect(rows).toEqual([{ topic: 'operation-failed' }]);
  });

  test('cannot be signed once it was taken back, nor taken back once it is signed', async () => {
    const [first] = await prove(1);
    const [second] = await prove(2);
    if (first === undefined || second === undefined) throw new Error('Nothing was proved.');
    await spends.cancel(userOf(1), uuidOf(1), START);
    expect(await sign(first)).toEqual({ kind: 'lost' });
    await sign(second);
    expect(await spends.cancel(userOf(2), uuidOf(2), START)).toBe(false);
    expect(await statusOf(2)).toBe('signed');
  });

  test('of a race between taking it back and signing one wins', async () => {
    for (let n = 1; n <= 10; n += 1) {
      const [job] = await prove(n);
      if (job === undefined) throw new Error('Nothing was proved.');
      const [signed, isCancelled] = await Promise.all([
        sign(job),
        spends.cancel(userOf(n), uuidOf(n), START),
      ]);
      expect([signed.kind, isCancelled]).toEqual(isCancelled ? ['lost', true] : ['signed', false]);
    }
  });

  test('is listed for its person when it failed, newest first, and not when it was taken back', async () => {
    const userId = userOf(1);
    for (const n of [1, 2, 3]) {
      await store(n, { userId, ms: n });
      await spends.fail(await claimed(), 'notes-scattered', START);
    }
    await store(4, { userId });
    await spends.cancel(userId, uuidOf(4), START);
    await store(5, { ms: 2 });
    await spends.fail(await claimed(), 'expired', START);
    const operations = createPostgresOperations({ pool });
    const list = async (before: Date | null, limit: number) => {
      const owner = { userId, chainId: buildSpend().chainId };
      const listed = await operations.listFailedSpends(owner, { before, limit });
      return listed.map(({ operation }) => operation.id);
    };
    expect(await list(null, 9)).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
    expect(await list(msAfter(3), 1)).toEqual([uuidOf(2)]);
    const elsewhere = { userId, chainId: buildSpend().chainId + 1 };
    expect(await operations.listFailedSpends(elsewhere, { before: null, limit: 9 })).toEqual([]);
  });

  test('ends when it waited too long after its moment', async () => {
    await store(1);
    await store(2, { later: { at: msAfter(60_000), windowEnd: msAfter(60_000) } });
    expect(await spends.expire(msAfter(1), START)).toBe(0);
    expect(await spends.expire(msAfter(60_000), START)).toBe(1);
    expect((await find(1))?.operation).toMatchObject({ status: 'failed', reason: 'expired' });
    expect(await spends.expire(msAfter(60_001), START)).toBe(1);
  });
});

describe('a consolidation', () => {
  test('is stored for a person who has nothing under way, once within a while', async () => {
    await store(1);
    expect(await consolidate(2)).toBe(false);
    expect(await consolidate(3, { userId: userOf(1) })).toBe(false);
    await spends.cancel(userOf(1), uuidOf(1), START);
    expect(await consolidate(4, { userId: userOf(1) })).toBe(false);
    await spends.seen([userOf(1)], 0n, START);
    expect(await consolidate(5, { userId: userOf(1) })).toBe(true);
    expect(await consolidate(6, { userId: userOf(1) })).toBe(false);
    await spends.fail(await claimed(), 'cancelled', START);
    await spends.seen([userOf(1)], 0n, START);
    expect(await consolidate(7, { userId: userOf(1) })).toBe(false);
    expect(await consolidate(8, { userId: userOf(1), notSince: msAfter(6) })).toBe(true);
  });

  test('is no payment: nobody waits for it, is told of it or reads it', async () => {
    await consolidate(1);
    expect([await spends.waiting(), await spends.usersWaiting()]).toEqual([0, []]);
    const operations = createPostgresOperations({ pool });
    expect(await operations.listOpen(userOf(1))).toEqual([]);
    expect(await find(1)).toBeNull();
    await store(2);
    expect(await progressOf(2)).toMatchObject({ place: 0 });
    expect((await claimed()).operationId).toBe(uuidOf(2));
    await spends.fail(await claimed(), 'cancelled', START);
    const { rows } = await pool.query('select topic from outbox');
    expect(rows).toEqual([]);
  });

  test('ends for a payment of its person, and gives its notes back', async () => {
    await consolidate(1);
    await spends.saveProved(await claimed(), proofOf(1), START);
    const [proved] = await claimProved();
    if (proved === undefined) throw new Error('Nothing was proved.');
    expect(await store(2, { userId: userOf(1) })).toMatchObject({ kind: 'stored' });
    expect(await sign(proved)).toEqual({ kind: 'lost' });
    expect(await consolidationOf(1)).toEqual({ status: 'failed', failure_reason: 'cancelled' });
    expect(await spends.saveProved(await claimed(), proofOf(1), START)).toBe('stored');
  });

  test('that is signed lets a payment wait in the queue until its notes were seen', async () => {
    const minedInBlock10 = await signConsolidation(1);
    expect(await store(2, { userId: userOf(1) })).toMatchObject({ kind: 'stored' });
    await store(3);
    expect((await claimed()).operationId).toBe(uuidOf(3));
    expect(await claim()).toBeNull();
    await minedInBlock10();
    await spends.seen([userOf(1)], 9n, START);
    expect(await claim()).toBeNull();
    await spends.seen([userOf(1)], 10n, START);
    expect((await claimed()).operationId).toBe(uuidOf(2));
    const { rows } = await pool.query('select topic from outbox');
    expect(rows).toEqual([]);
  });

  test('of a race between a payment and the signature one wins, and the payment is stored', async () => {
    for (let n = 1; n <= 10; n += 1) {
      const userId = userOf(n);
      await consolidate(n, { userId });
      await spends.saveProved(await claimed(), proofOf(n), START);
      const [proved] = await claimProved();
      if (proved === undefined) throw new Error('Nothing was proved.');
      const [signed, stored] = await Promise.all([sign(proved), store(100 + n, { userId })]);
      expect(stored.kind).toBe('stored');
      const { status } = await consolidationOf(n);
      expect(status).toBe(signed.kind === 'signed' ? 'signed' : 'failed');
      await spends.cancel(userId, uuidOf(100 + n), START);
    }
  });
});

describe('a proof that may be asked for', () => {
  test('is the latest wish of its person, and is given out once', async () => {
    const { terms } = termsOf(1);
    await spends.askAhead({ userId: userOf(1), terms }, START);
    const other = { ...terms, amount: 5n as BaseUnits };
    await spends.askAhead({ userId: userOf(1), terms: other }, msAfter(1));
    expect(await spends.claimAhead(START)).toEqual({ userId: userOf(1), terms: other });
    expect(await spends.claimAhead(START)).toBeNull();
  });

  test('is forgotten when nobody could make it in time', async () => {
    await spends.askAhead({ userId: userOf(1), terms: termsOf(1).terms }, START);
    expect(await spends.claimAhead(msAfter(1))).toBeNull();
    expect(await spends.claimAhead(START)).toBeNull();
  });
});

interface Stored {
  readonly ms?: number;
  readonly userId?: string;
  readonly fee?: SpendJob['terms']['fee'];
  readonly later?: SendLater;
}

function store(n: number, { ms = n, userId = userOf(n), fee = null, later }: Stored = {}) {
  const intent = buildSpend({ id: uuidOf(n), userId, createdAt: msAfter(ms) });
  return spends.store({
    intent,
    idempotencyKey: `key-${n}`,
    fingerprint: `spend ${n}`,
    terms: { ...termsOf(n).terms, fee },
    signature: Buffer.from(`signature ${n}`),
    later: later ?? null,
  });
}

function consolidate(n: number, { userId = userOf(n), notSince = START } = {}): Promise<boolean> {
  const { terms } = termsOf(n);
  const intent = buildSpend({
    id: uuidOf(n),
    userId,
    kind: 'consolidation',
    createdAt: msAfter(n),
  });
  return spends.storeConsolidation(
    {
      intent,
      idempotencyKey: `consolidation ${n}`,
      fingerprint: `consolidation ${n}`,
      terms: { ...terms, kind: 'consolidation' },
      signature: Buffer.from(`signature ${n}`),
      later: null,
    },
    notSince,
  );
}

async function consolidationOf(n: number) {
  const { rows } = await pool.query<{ status: string; failure_reason: string | null }>(
    'select status, failure_reason from operations where id = $1',
    [uuidOf(n)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no consolidation ${n}.`);
  return row;
}

/** @returns what has it mined in block 10 and ended */
async function signConsolidation(n: number): Promise<() => Promise<void>> {
  await consolidate(n);
  await spends.saveProved(await claimed(), proofOf(n), START);
  const [job] = await claimProved();
  if (job === undefined) throw new Error('Nothing was proved.');
  await sign(job);
  return mineDue;
}

function termsOf(n: number) {
  const { chainId, tokenId, amount, recipient } = buildSpend({ id: uuidOf(n) });
  const terms: SpendJob['terms'] = {
    chainId,
    kind: 'unshield',
    tokenId,
    amount,
    recipient,
    gasPrice: 7n,
    fee: null,
  };
  return { terms };
}

function proofOf(n: number): ProvedSpend {
  return {
    to: '0x5FbDB2315678afecb367f032d93F642f64180aa3' as PublicAddress,
    data: `0x${n.toString(16).padStart(4, '0')}`,
    value: 0n,
    gasLimit: 1_000n,
    nullifiers: [hashOf(n * 10), hashOf(n * 10 + 1)],
    broadcasterFee: null,
    provedInMs: 1,
  };
}

function claim(at = START.getTime() + 10_000): Promise<SpendJob | null> {
  return spends.claimNext({ now: new Date(at), leaseMs: LEASE_MS - 10_000 });
}

async function claimed(): Promise<SpendJob> {
  const job = await claim();
  if (job === null) throw new Error('Nothing waits.');
  return job;
}

function claimProved(at = START.getTime() + 10_000): Promise<readonly ProvedJob[]> {
  return spends.claimProved({ now: new Date(at), leaseMs: LEASE_MS - 10_000, limit: 10 });
}

async function prove(n: number): Promise<readonly ProvedJob[]> {
  await store(n);
  await spends.saveProved(await claimed(), proofOf(n), START);
  return claimProved();
}

function pricing(nativeBalance = plenty as bigint) {
  return {
    readAt: START,
    nativeBalance: nativeBalance as BaseUnits,
    transactionCount: 0,
    estimatedFee: 1_000n as BaseUnits,
    feeCeiling: 4_000n as BaseUnits,
  };
}

function sign(job: ProvedJob, nativeBalance?: bigint) {
  expect(job.operation.account).toBe(BROADCASTER);
  return spends.sign(job, pricing(nativeBalance), async (nonce) => buildSigning(nonce));
}

async function sendMined(n: number): Promise<void> {
  const [job] = await prove(n);
  if (job === undefined) throw new Error('Nothing was proved.');
  await sign(job);
  await mineDue();
}

async function mineDue(): Promise<void> {
  const operations = createPostgresOperations({ pool });
  const [due] = await operations.claimDue({ now: START, leaseMs: 1, limit: 1 });
  if (due === undefined) throw new Error('Nothing is due.');
  const next = transition(due.operation, { type: 'mined', inclusion: buildInclusion() });
  await operations.record([{ claim: due, next, dueAt: START }], START);
}

function find(n: number) {
  return createPostgresOperations({ pool }).find(userOf(n), uuidOf(n));
}

async function statusOf(n: number) {
  return (await find(n))?.operation.status;
}

async function progressOf(n: number) {
  return (await find(n))?.progress;
}

function userOf(n: number): string {
  return uuidOf(0xa000 + n);
}

function msAfter(ms: number): Date {
  return new Date(START.getTime() + ms);
}
