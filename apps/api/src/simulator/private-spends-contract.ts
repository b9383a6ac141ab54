import { beforeEach, describe, expect, test } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { TokenId } from '#domain/token/token';
import { buildIntent, buildSigning, buildSpend, hashOf, START, uuidOf } from '#testing/operation';
import type { Operations } from '../ports/operations.ts';
import type { PrivateSpends, SpendJob } from '../ports/private-spends.ts';
import type { StoredNotice } from './memory-operations.ts';
import {
  brokenSigner,
  CLAIMED_AT_MS,
  commandOf,
  createPrivateSpendSteps,
  END_BY_STATUS,
  LEASE_MS,
  mine,
  msAfter,
  type PrivateSpendSteps,
  pricingOf,
  proofOf,
  userOf,
} from './private-spend-steps.ts';

/** Empty operations, public and private, with a look at their outbox. */
export interface EmptyPrivateSpends {
  readonly spends: PrivateSpends;
  readonly operations: Operations;
  notices(): Promise<readonly StoredNotice[]>;
}

interface Opened extends EmptyPrivateSpends, PrivateSpendSteps {}

const LATER = { at: msAfter(600_000), windowEnd: msAfter(3_600_000) };
const CHAIN = buildSpend().chainId;

/** Declares the tests of everything that the port promises; each implementation runs them. */
export function describePrivateSpends(
  name: string,
  openEmpty: () => Promise<EmptyPrivateSpends>,
): void {
  describe(name, () => {
    let opened: Opened;
    beforeEach(async () => {
      const empty = await openEmpty();
      opened = { ...empty, ...createPrivateSpendSteps(empty.spends, empty.operations) };
    });
    const open = () => opened;
    describe('storing', () => describeStoring(open));
    describe('storing a consolidation', () => describeConsolidations(open));
    describe('the queue', () => describeQueue(open));
    describe('a lost claim', () => describeLostClaims(open));
    describe('waiting for the wallet', () => describeLocks(open));
    describe('a proof', () => describeProofs(open));
    describe('claiming what was proved', () => describeProvedClaims(open));
    describe('signing', () => describeSigning(open));
    describe('ending what was not signed', () => describeEnds(open));
    describe('reading', () => describeReading(open));
    describe('a precomputed proof', () => describePrecomputing(open));
  });
}

function describeStoring(open: () => Opened): void {
  test('the operation is created and read back as it was stored', async () => {
    const { store, find, spends } = open();
    const { intent } = commandOf(1, 'unshield');
    const operation = { ...intent, status: 'created' };
    expect(await store(1)).toEqual({ kind: 'stored', operation });
    expect(await find(1)).toMatchObject({ operation });
    expect(await spends.waiting()).toBe(1);
  });

  test('one key is one operation, however many requests arrive at the same moment', async () => {
    const { store } = open();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => store(1)));
    expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'exists')).toHaveLength(19);
  });

  test('a key that was used before returns the first operation with its fingerprint', async () => {
    const { store, prove, find } = open();
    await prove(1);
    const again = await store(2, { userId: userOf(1), key: 'key-1' });
    const first = await find(1);
    expect(first?.operation.status).toBe('prepared');
    expect(again).toEqual({
      kind: 'exists',
      operation: first?.operation,
      fingerprint: 'fingerprint 1',
    });
    expect(await find(2, userOf(1))).toBeNull();
  });

  test('the same key of another user is another operation', async () => {
    const { store } = open();
    await store(1);
    expect(await store(2, { key: 'key-1' })).toMatchObject({ kind: 'stored' });
  });

  test('a key is used once by public and private operations together', async () => {
    const { store, operations } = open();
    const userId = userOf(1);
    const outcome = await signPublic(operations, 7, { userId, key: 'public' });
    expect(await store(1, { userId, key: 'public' })).toMatchObject({
      kind: 'exists',
      operation: { id: uuidOf(7) },
    });
    await store(1, { userId, key: 'private' });
    expect(outcome.kind).toBe('signed');
    expect(await signPublic(operations, 8, { userId, key: 'private' })).toMatchObject({
      kind: 'exists',
      command: { operation: { id: uuidOf(1) }, fingerprint: 'fingerprint 1' },
    });
  });

  test('of 20 operations of a user at the same moment one is stored, and the others name it', async () => {
    const { store } = open();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => store(n + 1, { userId: userOf(1) })),
    );
    const stored = outcomes.flatMap((each) => (each.kind === 'stored' ? [each.operation.id] : []));
    expect(stored).toHaveLength(1);
    const refused = outcomes.flatMap((each) => (each.kind === 'open' ? [each.operationId] : []));
    expect(refused).toEqual(Array.from({ length: 19 }, () => stored[0]));
  });

  test('a public operation of the user does not keep them from storing a private one', async () => {
    const { store, operations } = open();
    await signPublic(operations, 7, { userId: userOf(1) });
    expect(await store(1)).toMatchObject({ kind: 'stored' });
  });

  test.each(['created', 'needs_unlock', 'prepared', 'signed'] as const)(
    'one that is %s keeps its user from storing another',
    async (status) => {
      const { store, spends, claimed, prove, proveAndSign, statusOf } = open();
      if (status === 'prepared') await prove(1);
      else if (status === 'signed') await proveAndSign(1);
      else await store(1);
      if (status === 'needs_unlock') await spends.lock(await claimed());
      expect(await statusOf(1)).toBe(status);
      const again = { userId: userOf(1) };
      expect(await store(2, again)).toEqual({ kind: 'open', operationId: uuidOf(1) });
    },
  );

  test('the next is stored once the wallet has seen the block of the one before', async () => {
    const { store, proveAndSign, record, spends } = open();
    await proveAndSign(1);
    await spends.seen([userOf(1)], 10n, START);
    await record(mine);
    const again = { userId: userOf(1) };
    const refused = { kind: 'open', operationId: uuidOf(1) };
    expect(await store(2, again)).toEqual(refused);
    await spends.seen([userOf(1)], 9n, START);
    expect(await store(2, again)).toEqual(refused);
    await spends.seen([userOf(2)], 10n, START);
    expect(await store(2, again)).toEqual(refused);
    await spends.seen([userOf(1)], 10n, START);
    expect(await store(2, again)).toMatchObject({ kind: 'stored' });
  });

  test('the next is stored immediately when the one before failed', async () => {
    const { store, spends, claimed } = open();
    await store(1);
    await spends.fail(await claimed(), 'notes-scattered', START);
    expect(await store(2, { userId: userOf(1) })).toMatchObject({ kind: 'stored' });
  });

  test('the queue takes 40 payments, and no consolidation counts', async () => {
    const { store, consolidate, spends } = open();
    await consolidate(99);
    for (let n = 1; n <= 40; n += 1) await store(n);
    expect(await store(41)).toEqual({ kind: 'queue-full' });
    expect(await store(40)).toMatchObject({ kind: 'exists' });
    expect(await store(42, { userId: userOf(1) })).toMatchObject({ kind: 'open' });
    expect(await spends.waiting()).toBe(40);
    expect(await store(43, { userId: userOf(99) })).toEqual({ kind: 'queue-full' });
    expect(await consolidationOf(open(), 99)).toMatchObject({ status: 'created' });
    await spends.cancel(userOf(1), uuidOf(1), START);
    expect(await store(41)).toMatchObject({ kind: 'stored' });
  });
}

function describeConsolidations(open: () => Opened): void {
  test('is refused while its user has something under way, or while anyone waits', async () => {
    const { store, consolidate, spends } = open();
    await store(1);
    expect(await consolidate(2)).toBe(false);
    expect(await consolidate(3, { userId: userOf(1) })).toBe(false);
    await spends.cancel(userOf(1), uuidOf(1), START);
    expect(await consolidate(2)).toBe(true);
  });

  test('is refused until the wallet has seen the end of what its user did', async () => {
    const { store, consolidate, spends } = open();
    await store(1);
    await spends.cancel(userOf(1), uuidOf(1), START);
    expect(await consolidate(2, { userId: userOf(1) })).toBe(false);
    await spends.seen([userOf(1)], 0n, START);
    expect(await consolidate(2, { userId: userOf(1) })).toBe(true);
  });

  test('is refused while a public operation of its user is under way', async () => {
    const { consolidate, operations } = open();
    await signPublic(operations, 7, { userId: userOf(1) });
    expect(await consolidate(1)).toBe(false);
    expect(await consolidate(2)).toBe(true);
  });

  test.each(['needs_unlock', 'prepared'] as const)(
    'is stored for others while a payment is %s',
    async (status) => {
      const { store, prove, spends, claimed, consolidate } = open();
      if (status === 'prepared') await prove(1);
      else {
        await store(1);
        await spends.lock(await claimed());
      }
      expect(await consolidate(2)).toBe(true);
      expect(await consolidate(3, { userId: userOf(1) })).toBe(false);
    },
  );

  test('is stored once for a user and a chain within a while', async () => {
    const { consolidate, spends, claimed } = open();
    const mineAt = { userId: userOf(1) };
    expect(await consolidate(5, mineAt)).toBe(true);
    expect(await consolidate(6, mineAt)).toBe(false);
    await spends.fail(await claimed(), 'cancelled', START);
    await spends.seen([userOf(1)], 0n, START);
    expect(await consolidate(7, mineAt)).toBe(false);
    expect(await consolidate(7, mineAt, msAfter(5))).toBe(false);
    const elsewhere = { userId: userOf(1), chainId: CHAIN + 1 };
    expect(await consolidate(8, elsewhere)).toBe(true);
    await spends.fail(await claimed(), 'cancelled', START);
    await spends.seen([userOf(1)], 0n, START);
    expect(await consolidate(9, mineAt, msAfter(6))).toBe(true);
  });

  test('is no payment: no one waits for it, reads it, cancels it or is notified of it', async () => {
    const opened = open();
    const { consolidate, store, spends, operations, find, claimed, progressOf, notices } = opened;
    await consolidate(1);
    expect([await spends.waiting(), await spends.usersWaiting()]).toEqual([0, []]);
    expect(await operations.listOpen(userOf(1))).toEqual([]);
    expect(await find(1)).toBeNull();
    expect(await spends.cancel(userOf(1), uuidOf(1), START)).toBe(false);
    await store(2);
    expect(await progressOf(2)).toMatchObject({ place: 0 });
    expect((await claimed()).operationId).toBe(uuidOf(2));
    const job = await claimed();
    expect(job.operationId).toBe(uuidOf(1));
    expect(await spends.fail(job, 'cancelled', START)).toBe(true);
    expect(await notices()).toEqual([]);
  });

  test('comes after every payment, whatever their moments', async () => {
    const { consolidate, store, claimed } = open();
    await consolidate(1, { ms: 1 });
    await store(2, { ms: 2_000 });
    await store(3, { ms: 1_000 });
    const ids = [await claimed(), await claimed(), await claimed()].map((job) => job.operationId);
    expect(ids).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
  });

  test.each(['created', 'prepared'] as const)(
    'that is %s ends for a payment of its user, and frees its notes',
    async (status) => {
      const opened = open();
      const { consolidate, store, sign, spends, saveNext, claimedProved, claimed } = opened;
      await consolidate(1);
      if (status === 'prepared') await saveNext(1);
      const proved = status === 'prepared' ? await claimedProved() : null;
      const job = status === 'created' ? await claimed() : null;
      expect(await store(2, { userId: userOf(1) })).toMatchObject({ kind: 'stored' });
      expect(await consolidationOf(opened, 1)).toMatchObject({
        status: 'failed',
        reason: 'cancelled',
      });
      if (proved !== null) expect(await sign(proved)).toEqual({ kind: 'lost' });
      if (job !== null) expect(await spends.saveProved(job, proofOf(1), START)).toBe('lost');
      expect(await saveNext(1)).toBe('stored');
      expect(await opened.notices()).toEqual([]);
    },
  );

  test('of another user goes on when a payment is stored', async () => {
    const opened = open();
    await opened.consolidate(1);
    await opened.store(2);
    expect(await consolidationOf(opened, 1)).toMatchObject({ status: 'created' });
  });

  test('that is signed keeps a payment of its user in the queue until its notes were seen', async () => {
    const { signConsolidation, store, claimed, claim, record, spends, notices } = open();
    await signConsolidation(1);
    expect(await store(2, { userId: userOf(1) })).toMatchObject({ kind: 'stored' });
    await store(3);
    expect((await claimed()).operationId).toBe(uuidOf(3));
    expect(await claim()).toBeNull();
    await record(mine);
    await spends.seen([userOf(1)], 9n, START);
    expect(await claim()).toBeNull();
    await spends.seen([userOf(1)], 10n, START);
    expect((await claimed()).operationId).toBe(uuidOf(2));
    expect(await notices()).toEqual([]);
  });

  test.each(['confirmed', 'reverted', 'replaced'] as const)(
    'that is %s keeps no payment waiting, and no one is notified',
    async (status) => {
      const { signConsolidation, store, claim, record, notices } = open();
      await signConsolidation(1);
      await store(2, { userId: userOf(1) });
      await record(END_BY_STATUS[status]);
      expect((await claim())?.operationId).toBe(uuidOf(2));
      expect(await notices()).toEqual([]);
    },
  );

  test('of a race between a payment and the signature one wins, and the payment is stored', async () => {
    const opened = open();
    const { consolidate, store, sign, spends, saveNext, claimedProved } = opened;
    for (let n = 1; n <= 10; n += 1) {
      const userId = userOf(n);
      await consolidate(n, { userId });
      await saveNext(n);
      const proved = await claimedProved();
      const [signed, stored] = await Promise.all([sign(proved), store(100 + n, { userId })]);
      expect(stored.kind).toBe('stored');
      const { status } = await consolidationOf(opened, n);
      expect(status).toBe(signed.kind === 'signed' ? 'signed' : 'failed');
      await spends.cancel(userId, uuidOf(100 + n), START);
    }
  });
}

function describeQueue(open: () => Opened): void {
  test('is empty at first', async () => {
    const { claim, spends } = open();
    expect(await claim()).toBeNull();
    expect(await spends.waiting()).toBe(0);
    expect(await spends.usersWaiting()).toEqual([]);
  });

  test('gives operations out by their moments and then by their ids', async () => {
    const { store, claimed } = open();
    await store(4, { ms: 2_000 });
    await store(3, { ms: 1_000 });
    await store(2, { ms: 2_000 });
    const ids = [await claimed(), await claimed(), await claimed()].map((job) => job.operationId);
    expect(ids).toEqual([uuidOf(3), uuidOf(2), uuidOf(4)]);
  });

  test('gives each operation to one process', async () => {
    const { store, claim } = open();
    await store(2, { ms: 2_000 });
    await store(1, { ms: 1_000 });
    const jobs = await Promise.all([1, 2, 3, 4].map(() => claim()));
    const claimedIds = jobs.flatMap((job) => (job === null ? [] : [job.operationId]));
    expect(claimedIds.toSorted()).toEqual([uuidOf(1), uuidOf(2)]);
  });

  test('keeps everything that the proof depends on, with the signature of the request', async () => {
    const { store, claimed } = open();
    const recipient = '0zk1kax' as PrivateAddress;
    const fee = { tokenId: buildSpend().tokenId, perNativeCoin: 5n as BaseUnits, recipient };
    await store(1, { fee });
    const job = await claimed();
    expect(job).toMatchObject({ operationId: uuidOf(1), userId: userOf(1) });
    expect(job.terms).toEqual(commandOf(1, 'unshield', { fee }).terms);
    expect(Buffer.from(job.signature)).toEqual(Buffer.from('signature 1'));
  });

  test('gives nothing out before it was stored', async () => {
    const { store, claim } = open();
    await store(1, { ms: 1_000 });
    expect(await claim(999)).toBeNull();
    expect(await claim(1_000)).not.toBeNull();
  });

  test('gives an operation out again when its lease is over, under a higher epoch', async () => {
    const { store, claim, claimed } = open();
    await store(1);
    const dead = await claimed(1);
    expect(await claim(LEASE_MS)).toBeNull();
    const heir = await claim(1 + LEASE_MS);
    expect(heir).toMatchObject({ operationId: uuidOf(1) });
    expect(heir?.epoch).toBeGreaterThan(dead.epoch);
  });

  test('keeps an operation claimed while its progress is saved', async () => {
    const { store, claimed, claim, spends } = open();
    await store(1);
    const job = await claimed();
    const progress = { share: 0.5, now: msAfter(LEASE_MS), leaseMs: LEASE_MS };
    expect(await spends.saveProgress(job, progress)).toBe(true);
    expect(await claim(2 * LEASE_MS - 1)).toBeNull();
    expect(await claim(2 * LEASE_MS)).not.toBeNull();
  });

  test('shows how many are before one, and how far its proof is', async () => {
    const { store, claimed, spends, progressOf } = open();
    await store(1, { ms: 1_000 });
    await store(2, { ms: 2_000 });
    expect(await spends.waiting()).toBe(2);
    const job = await claimed();
    expect(await progressOf(1)).toEqual({ place: 0, share: null, sendWindow: null });
    expect(await spends.saveProgress(job, { share: 0.5, now: START, leaseMs: 0 })).toBe(true);
    expect(await progressOf(1)).toEqual({ place: null, share: 0.5, sendWindow: null });
    expect(await progressOf(2)).toEqual({ place: 1, share: null, sendWindow: null });
    expect(await spends.waiting()).toBe(2);
  });

  test('takes an operation back into its place, from the given moment', async () => {
    const { store, claimed, claim, spends, progressOf } = open();
    await store(1, { ms: 1_000 });
    await store(2, { ms: 2_000 });
    const job = await claimed();
    await spends.saveProgress(job, { share: 0.5, now: START, leaseMs: LEASE_MS });
    expect(await spends.release(job, msAfter(20_000))).toBe(true);
    expect(await progressOf(1)).toEqual({ place: 0, share: null, sendWindow: null });
    expect((await claim(19_999))?.operationId).toBe(uuidOf(2));
    expect((await claim(20_000))?.operationId).toBe(uuidOf(1));
  });

  test('gives everything of a chain out again when its one prover starts over', async () => {
    const { store, claimed, claim, spends, progressOf } = open();
    await store(1);
    const dead = await claimed();
    await spends.saveProgress(dead, { share: 0.5, now: START, leaseMs: LEASE_MS });
    await spends.reclaim(CHAIN + 1);
    expect(await claim()).toBeNull();
    expect(await progressOf(1)).toMatchObject({ share: 0.5 });
    await spends.reclaim(CHAIN);
    expect(await progressOf(1)).toMatchObject({ share: null, place: 0 });
    expect(await spends.saveProved(dead, proofOf(1), START)).toBe('lost');
    expect((await claimed()).operationId).toBe(uuidOf(1));
  });

  test('leaves claims of what was proved alone when the prover starts over', async () => {
    const { prove, claimProved, sign, spends } = open();
    const job = await prove(1);
    await spends.reclaim(CHAIN);
    expect(await claimProved()).toEqual([]);
    expect(await sign(job)).toMatchObject({ kind: 'signed' });
  });
}

function describeLostClaims(open: () => Opened): void {
  async function expectNothingChanges(job: SpendJob): Promise<void> {
    const { spends } = open();
    const progress = { share: 1, now: START, leaseMs: 1 };
    expect(await spends.saveProgress(job, progress)).toBe(false);
    expect(await spends.saveProved(job, proofOf(9), START)).toBe('lost');
    expect(await spends.release(job, START)).toBe(false);
    expect(await spends.lock(job)).toBe(false);
    expect(await spends.fail(job, 'would-revert', START)).toBe(false);
  }

  test('changes nothing once another process took the operation over', async () => {
    const { store, claimed, statusOf, progressOf, spends, notices } = open();
    await store(1);
    const dead = await claimed();
    const heir = await claimed(CLAIMED_AT_MS + LEASE_MS);
    await expectNothingChanges(dead);
    expect(await statusOf(1)).toBe('created');
    expect(await progressOf(1)).toMatchObject({ share: null });
    expect(await notices()).toEqual([]);
    expect(await spends.saveProved(heir, proofOf(9), START)).toBe('stored');
  });

  test('changes nothing once the operation was proved, or ended', async () => {
    const { store, claimed, statusOf, spends } = open();
    await store(1);
    const job = await claimed();
    expect(await spends.saveProved(job, proofOf(1), START)).toBe('stored');
    await expectNothingChanges(job);
    expect(await statusOf(1)).toBe('prepared');
    await store(2);
    const second = await claimed();
    await spends.cancel(userOf(2), uuidOf(2), START);
    await expectNothingChanges(second);
    expect(await statusOf(2)).toBe('failed');
  });

  test('of an unknown operation changes nothing', async () => {
    const { store, claimed } = open();
    await store(1);
    await expectNothingChanges({ ...(await claimed()), operationId: uuidOf(77) });
  });

  test('of a proved operation signs nothing, ends nothing and postpones nothing', async () => {
    const { prove, claimProved, claimedProved, sign, spends, statusOf } = open();
    const dead = await prove(1);
    const heir = await claimedProved(CLAIMED_AT_MS + LEASE_MS);
    expect(heir.epoch).toBeGreaterThan(dead.epoch);
    expect(await sign(dead)).toEqual({ kind: 'lost' });
    await spends.postpone(dead, START);
    expect(await claimProved(CLAIMED_AT_MS + LEASE_MS)).toEqual([]);
    const { epoch } = dead;
    expect(await spends.fail({ operationId: uuidOf(1), epoch }, 'expired', START)).toBe(false);
    expect(await statusOf(1)).toBe('prepared');
    expect(await sign(heir)).toMatchObject({ kind: 'signed' });
  });
}

function describeLocks(open: () => Opened): void {
  test('takes the operation out of the queue, and back into its place', async () => {
    const { store, claimed, claim, spends, statusOf, progressOf } = open();
    await store(1, { ms: 1_000 });
    await store(2, { ms: 2_000 });
    const job = await claimed();
    await spends.saveProgress(job, { share: 0.5, now: START, leaseMs: LEASE_MS });
    expect(await spends.lock(job)).toBe(true);
    expect(await statusOf(1)).toBe('needs_unlock');
    expect(await progressOf(1)).toMatchObject({ share: null, place: null });
    expect(await progressOf(2)).toMatchObject({ place: 0 });
    expect(await spends.waiting()).toBe(1);
    expect((await claim(9 * LEASE_MS))?.operationId).toBe(uuidOf(2));
    await spends.unlock(userOf(1));
    expect(await statusOf(1)).toBe('created');
    expect((await claimed()).operationId).toBe(uuidOf(1));
  });

  test('happens once, and not to what waits for its wallet already', async () => {
    const { store, claimed, spends, statusOf } = open();
    await store(1);
    const job = await claimed();
    expect(await spends.lock(job)).toBe(true);
    expect(await spends.lock(job)).toBe(false);
    expect(await spends.saveProgress(job, { share: 1, now: START, leaseMs: 1 })).toBe(false);
    expect(await spends.saveProved(job, proofOf(1), START)).toBe('lost');
    expect(await spends.release(job, START)).toBe(false);
    expect(await statusOf(1)).toBe('needs_unlock');
  });

  test('ends for its own user alone, and changes nothing else of theirs', async () => {
    const { store, claimed, claim, spends, statusOf } = open();
    await store(1);
    await store(2);
    await spends.lock(await claimed());
    await claimed();
    await spends.unlock(userOf(2));
    expect(await statusOf(1)).toBe('needs_unlock');
    expect(await claim()).toBeNull();
  });

  test('users wait while one of their payments is created or needs their wallet', async () => {
    const { store, consolidate, claimed, prove, spends } = open();
    await prove(3);
    await consolidate(4);
    await store(1);
    await store(2);
    await spends.lock(await claimed());
    expect([...(await spends.usersWaiting())].toSorted()).toEqual([userOf(1), userOf(2)]);
    await spends.cancel(userOf(1), uuidOf(1), START);
    expect(await spends.usersWaiting()).toEqual([userOf(2)]);
  });
}

function describeProofs(open: () => Opened): void {
  test('waits for its signature with the call and the fee that it binds', async () => {
    const { store, claimed, claimProved, statusOf, spends } = open();
    await store(1);
    const paid = proofOf(1, { broadcasterFee: 33n as BaseUnits });
    expect(await spends.saveProved(await claimed(), paid, START)).toBe('stored');
    expect(await statusOf(1)).toBe('prepared');
    expect(await spends.waiting()).toBe(0);
    const { provedInMs: _, ...call } = paid;
    const [job] = await claimProved();
    expect(job).toMatchObject({
      call,
      operation: { id: uuidOf(1), status: 'prepared', pool: { broadcasterFee: 33n } },
      provedAt: START,
      sendAt: null,
      leastGasPrice: null,
    });
  });

  test('that pays the broadcaster holds it to the gas price', async () => {
    const { store, saveNext, claimedProved } = open();
    const recipient = '0zk1kax' as PrivateAddress;
    const fee = { tokenId: 'token' as TokenId, perNativeCoin: 5n as BaseUnits, recipient };
    await store(1, { fee });
    await saveNext(1);
    expect(await claimedProved()).toMatchObject({ leastGasPrice: 7n });
  });

  test('cannot spend a note of another operation; the claim stays for another proof', async () => {
    const { prove, store, claimed, spends, statusOf } = open();
    await prove(1);
    await store(2);
    const job = await claimed();
    const half = proofOf(2, { nullifiers: [hashOf(999), ...proofOf(1).nullifiers] });
    expect(await spends.saveProved(job, half, START)).toBe('notes-taken');
    expect(await statusOf(2)).toBe('created');
    expect(await spends.saveProved(job, proofOf(2), START)).toBe('stored');
    await store(3);
    const free = proofOf(3, { nullifiers: [hashOf(999)] });
    expect(await spends.saveProved(await claimed(), free, START)).toBe('stored');
  });

  test('names the same note in capitals and in small letters', async () => {
    const { store, claimed, spends } = open();
    const small = proofOf(1, { nullifiers: ['0xabcdef'] });
    const capitals = proofOf(2, { nullifiers: ['0xABCDEF'] });
    await store(1);
    await spends.saveProved(await claimed(), capitals, START);
    await store(2);
    expect(await spends.saveProved(await claimed(), small, START)).toBe('notes-taken');
  });

  test('may spend a note of the same nullifier on another chain', async () => {
    const { prove, store, saveNext } = open();
    await prove(1);
    await store(2, { chainId: CHAIN + 1 });
    expect(await saveNext(1)).toBe('stored');
  });

  test('may spend the notes of an operation that failed', async () => {
    const { prove, store, saveNext, spends } = open();
    const { operation, epoch } = await prove(1);
    await spends.fail({ operationId: operation.id, epoch }, 'would-revert', START);
    await store(2);
    expect(await saveNext(1)).toBe('stored');
  });

  test.each(['reverted', 'replaced'] as const)(
    'may spend the notes of an operation that is %s',
    async (status) => {
      const { proveAndSign, record, store, saveNext } = open();
      await proveAndSign(1);
      await record(END_BY_STATUS[status]);
      await store(2);
      expect(await saveNext(1)).toBe('stored');
    },
  );

  test('cannot spend the notes of an operation that is signed, mined or confirmed', async () => {
    const { proveAndSign, record, store, saveNext, spends, claimed } = open();
    await proveAndSign(1);
    await store(2);
    expect(await saveNext(1)).toBe('notes-taken');
    await record(mine);
    const job = await claimed(CLAIMED_AT_MS + LEASE_MS);
    expect(await spends.saveProved(job, proofOf(1), START)).toBe('notes-taken');
    await record(END_BY_STATUS.confirmed);
    expect(await spends.saveProved(job, proofOf(1), START)).toBe('notes-taken');
  });
}

function describeProvedClaims(open: () => Opened): void {
  test('each is given to one process until its lease is over', async () => {
    const { store, saveNext, claimProved } = open();
    await store(1);
    await saveNext(1);
    const jobs = await Promise.all([1, 2, 3].map(() => claimProved()));
    expect(jobs.flat()).toHaveLength(1);
    expect(await claimProved(CLAIMED_AT_MS + LEASE_MS - 1)).toEqual([]);
    expect(await claimProved(CLAIMED_AT_MS + LEASE_MS)).toHaveLength(1);
  });

  test('payments come first, oldest first, up to the limit', async () => {
    const { store, consolidate, saveNext, claimProved } = open();
    await consolidate(1, { ms: 1 });
    await saveNext(1);
    for (const [n, ms] of [
      [2, 4_000],
      [3, 3_000],
      [4, 3_000],
    ] as const) {
      await store(n, { ms });
      await saveNext(n);
    }
    const ids = (await claimProved(CLAIMED_AT_MS, 3)).map(({ operation }) => operation.id);
    expect(ids).toEqual([uuidOf(3), uuidOf(4), uuidOf(2)]);
    const again = await claimProved(CLAIMED_AT_MS + LEASE_MS);
    expect(again.map(({ operation }) => operation.id)).toEqual([3, 4, 2, 1].map(uuidOf));
  });

  test('one that is sent later waits for its moment', async () => {
    const { store, saveNext, claimProved, progressOf } = open();
    await store(1, { later: LATER });
    await saveNext(1);
    expect(await claimProved(599_999)).toEqual([]);
    expect(await claimProved(600_000)).toMatchObject([{ sendAt: LATER.at }]);
    const progress = await progressOf(1);
    expect(progress?.sendWindow).toEqual({ from: msAfter(1), to: LATER.windowEnd });
  });

  test('one that is postponed waits until then', async () => {
    const { prove, claimProved, spends } = open();
    await spends.postpone(await prove(1), msAfter(90_000));
    expect(await claimProved(89_999)).toEqual([]);
    expect(await claimProved(90_000)).toHaveLength(1);
  });
}

function describeSigning(open: () => Opened): void {
  test('happens once, by one of many signers, with the next nonce of the broadcaster', async () => {
    const { prove, sign } = open();
    const first = await prove(1);
    const second = await prove(2);
    const signed = await Promise.all([first, first, second].map((job) => sign(job)));
    expect(signed.map(({ kind }) => kind).toSorted()).toEqual(['lost', 'signed', 'signed']);
    const nonces = signed.flatMap((each) =>
      each.kind === 'signed' ? [each.operation.signing.nonce] : [],
    );
    expect(nonces.toSorted()).toEqual([0, 1]);
  });

  test('takes the nonce of the chain when it is higher', async () => {
    const { prove, sign } = open();
    const first = await sign(await prove(1), { transactionCount: 7 });
    const second = await sign(await prove(2), { transactionCount: 3 });
    expect(first).toMatchObject({ operation: { signing: { nonce: 7 } } });
    expect(second).toMatchObject({ operation: { signing: { nonce: 8 } } });
  });

  test('shares the nonces of the account with public operations', async () => {
    const { prove, sign, operations } = open();
    const job = await prove(1);
    const { account } = job.operation;
    await signPublic(operations, 7, { userId: userOf(7), account });
    expect(await sign(job)).toMatchObject({ operation: { signing: { nonce: 1 } } });
    const next = await signPublic(operations, 8, { userId: userOf(8), account });
    expect(next).toMatchObject({ claim: { operation: { signing: { nonce: 2 } } } });
  });

  test('stores the operation as it was signed, with the fees of that moment, due immediately', async () => {
    const { prove, sign, find, operations } = open();
    const estimatedFee = 1_500n as BaseUnits;
    const job = await prove(1);
    const outcome = await sign(job, { estimatedFee, feeCeiling: 6_000n as BaseUnits });
    const stored = await find(1);
    expect(outcome).toEqual({ kind: 'signed', operation: stored?.operation });
    expect(stored?.operation).toMatchObject({
      status: 'signed',
      estimatedFee: 1_500n,
      feeCeiling: 6_000n,
    });
    const [due] = await operations.claimDue({ now: START, leaseMs: 1, limit: 5 });
    expect(due?.operation.id).toBe(uuidOf(1));
    expect(due?.epoch).toBeGreaterThan(job.epoch + 1);
  });

  test('waits when the broadcaster has insufficient funds besides what it pays for already', async () => {
    const { prove, sign, claimProved, spends, statusOf } = open();
    const nativeBalance = 7_000n as BaseUnits;
    const first = await prove(1);
    const second = await prove(2);
    await sign(first, { nativeBalance });
    expect(await sign(second, { nativeBalance })).toEqual({ kind: 'short', available: 3_000n });
    expect(await statusOf(2)).toBe('prepared');
    await spends.postpone(second, msAfter(LEASE_MS + 20_000));
    expect(await claimProved(LEASE_MS + 19_999)).toEqual([]);
    expect(await claimProved(LEASE_MS + 20_000)).toHaveLength(1);
  });

  test('counts no funds that are held on another chain', async () => {
    const { prove, sign } = open();
    const nativeBalance = 7_000n as BaseUnits;
    await sign(await prove(1, { chainId: CHAIN + 1 }), { nativeBalance });
    expect(await sign(await prove(2), { nativeBalance })).toMatchObject({ kind: 'signed' });
  });

  test('that throws leaves the operation proved, and its nonce free', async () => {
    const { prove, sign, spends, statusOf } = open();
    const job = await prove(1);
    await expect(spends.sign(job, pricingOf(), brokenSigner)).rejects.toThrow('The key is gone.');
    expect(await statusOf(1)).toBe('prepared');
    expect(await sign(job)).toMatchObject({ operation: { signing: { nonce: 0 } } });
  });

  test('takes the claim of the signer away', async () => {
    const { prove, sign, spends, statusOf } = open();
    const job = await prove(1);
    await sign(job);
    const { epoch } = job;
    expect(await spends.fail({ operationId: uuidOf(1), epoch }, 'expired', START)).toBe(false);
    const next = epoch + 1;
    expect(await spends.fail({ operationId: uuidOf(1), epoch: next }, 'expired', START)).toBe(
      false,
    );
    expect(await statusOf(1)).toBe('signed');
  });
}

function describeEnds(open: () => Opened): void {
  test('a failure says why and when, frees the notes and notifies the user once', async () => {
    const { prove, spends, find, notices } = open();
    const { epoch } = await prove(1);
    const claim = { operationId: uuidOf(1), epoch };
    expect(await spends.fail(claim, 'would-revert', msAfter(5))).toBe(true);
    expect(await spends.fail(claim, 'expired', msAfter(6))).toBe(false);
    expect((await find(1))?.operation).toMatchObject({
      status: 'failed',
      reason: 'would-revert',
      endedAt: msAfter(5),
    });
    expect(await notices()).toEqual([failureOf(1)]);
  });

  test.each(['created', 'needs_unlock', 'prepared'] as const)(
    'one that is %s is cancelled by its own user alone',
    async (status) => {
      const { store, prove, spends, claimed, claim, claimProved, find, notices } = open();
      if (status === 'prepared') await prove(1);
      else await store(1);
      if (status === 'needs_unlock') await spends.lock(await claimed());
      expect(await spends.cancel(userOf(2), uuidOf(1), START)).toBe(false);
      expect(await spends.cancel(userOf(1), 'nonsense', START)).toBe(false);
      expect(await spends.cancel(userOf(1), uuidOf(2), START)).toBe(false);
      expect((await find(1))?.operation.status).toBe(status);
      expect(await spends.cancel(userOf(1), uuidOf(1), msAfter(5))).toBe(true);
      expect((await find(1))?.operation).toMatchObject({
        status: 'failed',
        reason: 'cancelled',
        endedAt: msAfter(5),
      });
      expect(await spends.cancel(userOf(1), uuidOf(1), START)).toBe(false);
      expect(await notices()).toEqual([failureOf(1)]);
      await spends.unlock(userOf(1));
      expect([await claim(9 * LEASE_MS), ...(await claimProved(9 * LEASE_MS))]).toEqual([null]);
    },
  );

  test('one that was cancelled is not signed, and one that is signed is not cancelled', async () => {
    const { prove, sign, spends, statusOf, store, saveNext } = open();
    const first = await prove(1);
    const second = await prove(2);
    await spends.cancel(userOf(1), uuidOf(1), START);
    expect(await sign(first)).toEqual({ kind: 'lost' });
    await sign(second);
    expect(await spends.cancel(userOf(2), uuidOf(2), START)).toBe(false);
    expect(await statusOf(2)).toBe('signed');
    await store(3);
    expect(await saveNext(1)).toBe('stored');
  });

  test('of a race between cancelling and signing one wins', async () => {
    const { prove, sign, spends } = open();
    for (let n = 1; n <= 10; n += 1) {
      const job = await prove(n);
      const [signed, isCancelled] = await Promise.all([
        sign(job),
        spends.cancel(userOf(n), uuidOf(n), START),
      ]);
      expect([signed.kind, isCancelled]).toEqual(isCancelled ? ['lost', true] : ['signed', false]);
    }
  });

  test('of a race between cancelling and storing the proof both may happen, one after the other', async () => {
    const { store, claimed, spends, statusOf } = open();
    for (let n = 1; n <= 10; n += 1) {
      await store(n);
      const job = await claimed();
      const [, isCancelled] = await Promise.all([
        spends.saveProved(job, proofOf(n), START),
        spends.cancel(userOf(n), uuidOf(n), START),
      ]);
      expect([isCancelled, await statusOf(n)]).toEqual([true, 'failed']);
    }
  });

  test('ends what waited too long, and what is sent later from its moment on', async () => {
    const { store, spends, find, notices } = open();
    await store(1);
    await store(2, { later: { at: msAfter(60_000), windowEnd: msAfter(60_000) } });
    expect(await spends.expire(msAfter(1), START)).toBe(0);
    expect(await spends.expire(msAfter(60_000), msAfter(7))).toBe(1);
    expect((await find(1))?.operation).toMatchObject({
      status: 'failed',
      reason: 'expired',
      endedAt: msAfter(7),
    });
    expect((await find(2))?.operation.status).toBe('created');
    expect(await spends.expire(msAfter(60_001), START)).toBe(1);
    expect(await spends.expire(msAfter(60_001), START)).toBe(0);
    expect(await notices()).toEqual([failureOf(1), failureOf(2)]);
  });

  test('ends everything unsigned together, whatever it waits for, and nothing signed', async () => {
    const opened = open();
    const { store, consolidate, prove, proveAndSign, spends, claimed, notices, statusOf } = opened;
    await proveAndSign(1);
    await prove(2);
    await store(3);
    await spends.lock(await claimed());
    await consolidate(4);
    await store(5);
    expect(await spends.expire(msAfter(100), START)).toBe(4);
    expect(await Promise.all([1, 2, 3, 5].map(statusOf))).toEqual([
      'signed',
      'failed',
      'failed',
      'failed',
    ]);
    expect(await consolidationOf(opened, 4)).toMatchObject({ status: 'failed' });
    const notified = (await notices()).map(({ operationId }) => operationId);
    expect(notified.toSorted()).toEqual([uuidOf(2), uuidOf(3), uuidOf(5)]);
    await store(6);
    expect(await opened.saveNext(2)).toBe('stored');
  });
}

function describeReading(open: () => Opened): void {
  test('failed operations are listed for their user, newest first, without the cancelled', async () => {
    const { store, claimed, spends, operations } = open();
    const userId = userOf(1);
    for (const n of [1, 2, 3]) {
      await store(n, { userId, ms: n });
      await spends.fail(await claimed(), 'notes-scattered', START);
    }
    await store(4, { userId });
    await spends.cancel(userId, uuidOf(4), START);
    await store(5, { ms: 2 });
    await spends.fail(await claimed(), 'expired', START);
    const list = async (before: Date | null, limit: number) => {
      const listed = await operations.listFailedSpends(
        { userId, chainId: CHAIN },
        { before, limit },
      );
      return listed.map(({ operation }) => operation.id);
    };
    expect(await list(null, 9)).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
    expect(await list(msAfter(3), 1)).toEqual([uuidOf(2)]);
    const elsewhere = { userId, chainId: CHAIN + 1 };
    expect(await operations.listFailedSpends(elsewhere, { before: null, limit: 9 })).toEqual([]);
  });

  test.each(['reverted', 'replaced'] as const)('%s operations are listed too', async (status) => {
    const { proveAndSign, record, operations } = open();
    await proveAndSign(1);
    await record(END_BY_STATUS[status]);
    const owner = { userId: userOf(1), chainId: CHAIN };
    const listed = await operations.listFailedSpends(owner, { before: null, limit: 9 });
    expect(listed.map(({ operation }) => operation.status)).toEqual([status]);
  });

  test('open operations are listed and counted before they are signed', async () => {
    const { prove, proveAndSign, consolidate, operations } = open();
    await proveAndSign(1);
    await prove(2);
    await consolidate(3);
    const listed = await operations.listOpen(userOf(2));
    expect(listed.map(({ operation }) => operation.status)).toEqual(['prepared']);
    expect(await operations.countOpen()).toEqual(
      new Map([
        ['signed', 1],
        ['prepared', 1],
        ['created', 1],
      ]),
    );
  });

  test('a signed operation holds the fee of the broadcaster and no amount', async () => {
    const { prove, proveAndSign, operations } = open();
    const { account, feeTokenId } = await proveAndSign(1);
    await prove(2);
    const holds = await operations.holds(account, START);
    const held = holds.filter(({ units }) => units > 0n);
    expect(held).toEqual([{ chainId: CHAIN, tokenId: feeTokenId, units: 4_000n, minedAt: null }]);
  });

  test('who got an unshield is a recipient', async () => {
    const { store, consolidate, operations } = open();
    await consolidate(2);
    await store(1);
    expect(await operations.recipients(userOf(1))).toEqual([buildSpend().recipient]);
    expect(await operations.recipients(userOf(2))).toEqual([]);
  });
}

function describePrecomputing(open: () => Opened): void {
  const { terms } = commandOf(1, 'unshield');

  test('is requested by its latest terms, and given out once', async () => {
    const { spends } = open();
    await spends.askAhead({ userId: userOf(1), terms }, START);
    const other = { ...terms, amount: 5n as BaseUnits };
    await spends.askAhead({ userId: userOf(1), terms: other }, msAfter(1));
    expect(await spends.claimAhead(START)).toEqual({ userId: userOf(1), terms: other });
    expect(await spends.claimAhead(START)).toBeNull();
  });

  test('is given out for the oldest request first', async () => {
    const { spends } = open();
    await spends.askAhead({ userId: userOf(1), terms }, START);
    await spends.askAhead({ userId: userOf(2), terms }, msAfter(1));
    await spends.askAhead({ userId: userOf(1), terms }, msAfter(2));
    expect((await spends.claimAhead(START))?.userId).toBe(userOf(2));
    expect((await spends.claimAhead(START))?.userId).toBe(userOf(1));
  });

  test('is dropped when the request is too old', async () => {
    const { spends } = open();
    await spends.askAhead({ userId: userOf(1), terms }, START);
    await spends.askAhead({ userId: userOf(2), terms }, msAfter(5));
    expect((await spends.claimAhead(msAfter(1)))?.userId).toBe(userOf(2));
    expect(await spends.claimAhead(START)).toBeNull();
  });
}

/** A consolidation is in no list; its key finds it. */
async function consolidationOf({ operations }: Opened, n: number) {
  const found = await operations.findByKey(userOf(n), `key-${n}`);
  if (found === null) throw new Error(`There is no consolidation ${n}.`);
  return found.operation;
}

function failureOf(n: number): StoredNotice {
  return { topic: 'operation-failed', userId: userOf(n), operationId: uuidOf(n) };
}

function signPublic(
  operations: Operations,
  n: number,
  {
    userId,
    key = `key-${n}`,
    account = buildIntent().account,
  }: {
    readonly userId: string;
    readonly key?: string;
    readonly account?: ReturnType<typeof buildIntent>['account'];
  },
) {
  const balance = (10n ** 18n) as BaseUnits;
  const command = {
    intent: buildIntent({ id: uuidOf(n), userId, account }),
    idempotencyKey: key,
    fingerprint: `fingerprint ${n}`,
    needsApproval: false,
    chainState: {
      readAt: START,
      tokenBalance: balance,
      nativeBalance: balance,
      transactionCount: 0,
    },
  };
  const sign = async (nonce: number) => buildSigning(nonce, 1_000 + n * 10);
  return operations.signNext(command, sign, LEASE_MS);
}
