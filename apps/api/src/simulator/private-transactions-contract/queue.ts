import { expect, test } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { buildPrivateTransaction, START, uuidOf } from '#testing/operation';
import type { PrivateTransactionJob } from '../../ports/private-transactions.ts';
import {
  CLAIMED_AT_MS,
  LEASE_MS,
  msAfter,
  proofOf,
  requestOf,
  userOf,
} from '../private-transaction-steps.ts';
import { CHAIN, type Opened } from './opened.ts';

export function describeQueue(open: () => Opened): void {
  test('is empty at first', async () => {
    const { claim, privateTransactions } = open();
    expect(await claim()).toBeNull();
    expect(await privateTransactions.waiting()).toBe(0);
    expect(await privateTransactions.usersWaiting()).toEqual([]);
  });

  test('hands out operations by their times and then by their ids', async () => {
    const { store, claimed } = open();
    await store(4, { ms: 2_000 });
    await store(3, { ms: 1_000 });
    await store(2, { ms: 2_000 });
    const ids = [await claimed(), await claimed(), await claimed()].map((job) => job.operationId);
    expect(ids).toEqual([uuidOf(3), uuidOf(2), uuidOf(4)]);
  });

  test('leaves the operations of some users where they are', async () => {
    const { store, claim } = open();
    await store(1, { ms: 1_000 });
    await store(2, { ms: 2_000 });
    expect(await claim(undefined, [userOf(1), userOf(2)])).toBeNull();
    expect((await claim(undefined, [userOf(1)]))?.operationId).toBe(uuidOf(2));
    expect((await claim())?.operationId).toBe(uuidOf(1));
  });

  test('gives each operation to one process', async () => {
    const { store, claim } = open();
    await store(2, { ms: 2_000 });
    await store(1, { ms: 1_000 });
    const jobs = await Promise.all([1, 2, 3, 4].map(() => claim()));
    const claimedIds = jobs.flatMap((job) => (job === null ? [] : [job.operationId]));
    expect(claimedIds.toSorted()).toEqual([uuidOf(1), uuidOf(2)]);
  });

  test('stores everything that the proof depends on, with the signature of the request', async () => {
    const { store, claimed } = open();
    const recipient = '0zk1kax' as PrivateAddress;
    const fee = {
      tokenId: buildPrivateTransaction().tokenId,
      perNativeCoin: toBaseUnits(5n),
      recipient,
    };
    await store(1, { fee });
    const job = await claimed();
    expect(job).toMatchObject({ operationId: uuidOf(1), userId: userOf(1) });
    expect(job.terms).toEqual(requestOf(1, 'unshield', { fee }).terms);
    expect(Buffer.from(job.signature)).toEqual(Buffer.from('signature 1'));
  });

  test('hands out nothing before it was stored', async () => {
    const { store, claim } = open();
    await store(1, { ms: 1_000 });
    expect(await claim(999)).toBeNull();
    expect(await claim(1_000)).not.toBeNull();
  });

  test('hands out an operation again when its lease expires, with a higher epoch', async () => {
    const { store, claim, claimed } = open();
    await store(1);
    const dead = await claimed(1);
    expect(await claim(LEASE_MS)).toBeNull();
    const heir = await claim(1 + LEASE_MS);
    expect(heir).toMatchObject({ operationId: uuidOf(1) });
    expect(heir?.epoch).toBeGreaterThan(dead.epoch);
  });

  test('keeps an operation claimed while its progress is saved', async () => {
    const { store, claimed, claim, privateTransactions } = open();
    await store(1);
    const job = await claimed();
    const progress = { share: 0.5, now: msAfter(LEASE_MS), leaseMs: LEASE_MS };
    expect(await privateTransactions.saveProgress(job, progress)).toBe(true);
    expect(await claim(2 * LEASE_MS - 1)).toBeNull();
    expect(await claim(2 * LEASE_MS)).not.toBeNull();
  });

  test('shows how many are in front of one, and the progress of its proof', async () => {
    const { store, claimed, privateTransactions, progressOf } = open();
    await store(1, { ms: 1_000 });
    await store(2, { ms: 2_000 });
    expect(await privateTransactions.waiting()).toBe(2);
    const job = await claimed();
    expect(await progressOf(1)).toEqual({ place: 0, share: null, sendWindow: null });
    expect(
      await privateTransactions.saveProgress(job, { share: 0.5, now: START, leaseMs: 0 }),
    ).toBe(true);
    expect(await progressOf(1)).toEqual({ place: null, share: 0.5, sendWindow: null });
    expect(await progressOf(2)).toEqual({ place: 1, share: null, sendWindow: null });
    expect(await privateTransactions.waiting()).toBe(2);
  });

  test('puts a released operation back in its place, from the given time', async () => {
    const { store, claimed, claim, privateTransactions, progressOf } = open();
    await store(1, { ms: 1_000 });
    await store(2, { ms: 2_000 });
    const job = await claimed();
    await privateTransactions.saveProgress(job, { share: 0.5, now: START, leaseMs: LEASE_MS });
    expect(await privateTransactions.release(job, msAfter(20_000))).toBe(true);
    expect(await progressOf(1)).toEqual({ place: 0, share: null, sendWindow: null });
    expect((await claim(19_999))?.operationId).toBe(uuidOf(2));
    expect((await claim(20_000))?.operationId).toBe(uuidOf(1));
  });

  test('hands out everything of a chain again when its one prover restarts', async () => {
    const { store, claimed, claim, privateTransactions, progressOf } = open();
    await store(1);
    const dead = await claimed();
    await privateTransactions.saveProgress(dead, { share: 0.5, now: START, leaseMs: LEASE_MS });
    await privateTransactions.reclaim(CHAIN + 1);
    expect(await claim()).toBeNull();
    expect(await progressOf(1)).toMatchObject({ share: 0.5 });
    await privateTransactions.reclaim(CHAIN);
    expect(await progressOf(1)).toMatchObject({ share: null, place: 0 });
    expect(await privateTransactions.saveProved(dead, proofOf(1), START)).toBe('lost');
    expect((await claimed()).operationId).toBe(uuidOf(1));
  });

  test('keeps claims of proved operations when the prover restarts', async () => {
    const { prove, claimProved, sign, privateTransactions } = open();
    const job = await prove(1);
    await privateTransactions.reclaim(CHAIN);
    expect(await claimProved()).toEqual([]);
    expect(await sign(job)).toMatchObject({ kind: 'signed' });
  });
}

export function describeLostClaims(open: () => Opened): void {
  async function expectNothingChanges(job: PrivateTransactionJob): Promise<void> {
    const { privateTransactions } = open();
    const progress = { share: 1, now: START, leaseMs: 1 };
    expect(await privateTransactions.saveProgress(job, progress)).toBe(false);
    expect(await privateTransactions.saveProved(job, proofOf(9), START)).toBe('lost');
    expect(await privateTransactions.release(job, START)).toBe(false);
    expect(await privateTransactions.lock(job)).toBe(false);
    expect(await privateTransactions.fail(job, 'would-revert', START)).toBe(false);
  }

  test('changes nothing once another process took the operation over', async () => {
    const { store, claimed, statusOf, progressOf, privateTransactions, notices } = open();
    await store(1);
    const dead = await claimed();
    const heir = await claimed(CLAIMED_AT_MS + LEASE_MS);
    await expectNothingChanges(dead);
    expect(await statusOf(1)).toBe('created');
    expect(await progressOf(1)).toMatchObject({ share: null });
    expect(await notices()).toEqual([]);
    expect(await privateTransactions.saveProved(heir, proofOf(9), START)).toBe('stored');
  });

  test('changes nothing once the operation was proved, or ended', async () => {
    const { store, claimed, statusOf, privateTransactions } = open();
    await store(1);
    const job = await claimed();
    expect(await privateTransactions.saveProved(job, proofOf(1), START)).toBe('stored');
    await expectNothingChanges(job);
    expect(await statusOf(1)).toBe('prepared');
    await store(2);
    const second = await claimed();
    await privateTransactions.cancel(userOf(2), uuidOf(2), START);
    await expectNothingChanges(second);
    expect(await statusOf(2)).toBe('failed');
  });

  test('of an unknown operation changes nothing', async () => {
    const { store, claimed } = open();
    await store(1);
    await expectNothingChanges({ ...(await claimed()), operationId: uuidOf(77) });
  });

  test('of a proved operation signs nothing, ends nothing and postpones nothing', async () => {
    const { prove, claimProved, claimedProved, sign, privateTransactions, statusOf } = open();
    const dead = await prove(1);
    const heir = await claimedProved(CLAIMED_AT_MS + LEASE_MS);
    expect(heir.epoch).toBeGreaterThan(dead.epoch);
    expect(await sign(dead)).toEqual({ kind: 'lost' });
    await privateTransactions.postpone(dead, START);
    expect(await claimProved(CLAIMED_AT_MS + LEASE_MS)).toEqual([]);
    const { epoch } = dead;
    expect(
      await privateTransactions.fail({ operationId: uuidOf(1), epoch }, 'expired', START),
    ).toBe(false);
    expect(await statusOf(1)).toBe('prepared');
    expect(await sign(heir)).toMatchObject({ kind: 'signed' });
  });
}

export function describeLocks(open: () => Opened): void {
  test('takes the operation out of the queue, and unlocking puts it back in its place', async () => {
    const { store, claimed, claim, privateTransactions, statusOf, progressOf } = open();
    await store(1, { ms: 1_000 });
    await store(2, { ms: 2_000 });
    const job = await claimed();
    await privateTransactions.saveProgress(job, { share: 0.5, now: START, leaseMs: LEASE_MS });
    expect(await privateTransactions.lock(job)).toBe(true);
    expect(await statusOf(1)).toBe('needs_unlock');
    expect(await progressOf(1)).toMatchObject({ share: null, place: null });
    expect(await progressOf(2)).toMatchObject({ place: 0 });
    expect(await privateTransactions.waiting()).toBe(1);
    expect((await claim(9 * LEASE_MS))?.operationId).toBe(uuidOf(2));
    await privateTransactions.unlock(userOf(1));
    expect(await statusOf(1)).toBe('created');
    expect((await claimed()).operationId).toBe(uuidOf(1));
  });

  test('happens once, and not to an operation that is already waiting for its wallet', async () => {
    const { store, claimed, privateTransactions, statusOf } = open();
    await store(1);
    const job = await claimed();
    expect(await privateTransactions.lock(job)).toBe(true);
    expect(await privateTransactions.lock(job)).toBe(false);
    expect(await privateTransactions.saveProgress(job, { share: 1, now: START, leaseMs: 1 })).toBe(
      false,
    );
    expect(await privateTransactions.saveProved(job, proofOf(1), START)).toBe('lost');
    expect(await privateTransactions.release(job, START)).toBe(false);
    expect(await statusOf(1)).toBe('needs_unlock');
  });

  test('ends only for its own user, and changes nothing else of theirs', async () => {
    const { store, claimed, claim, privateTransactions, statusOf } = open();
    await store(1);
    await store(2);
    await privateTransactions.lock(await claimed());
    await claimed();
    await privateTransactions.unlock(userOf(2));
    expect(await statusOf(1)).toBe('needs_unlock');
    expect(await claim()).toBeNull();
  });

  test('users are waiting while one of their payments is created or needs their wallet', async () => {
    const { store, consolidate, claimed, prove, privateTransactions } = open();
    await prove(3);
    await consolidate(4);
    await store(1);
    await store(2);
    await privateTransactions.lock(await claimed());
    expect([...(await privateTransactions.usersWaiting())].toSorted()).toEqual([
      userOf(1),
      userOf(2),
    ]);
    await privateTransactions.cancel(userOf(1), uuidOf(1), START);
    expect(await privateTransactions.usersWaiting()).toEqual([userOf(2)]);
  });
}
