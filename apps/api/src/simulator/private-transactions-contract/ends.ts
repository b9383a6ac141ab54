import { expect, test } from 'vitest';
import { START, uuidOf } from '#testing/operation';
import { LEASE_MS, msAfter, proofOf, userOf } from '../private-transaction-steps.ts';
import { consolidationOf, failureOf, type Opened } from './opened.ts';

export function describeEnds(open: () => Opened): void {
  test('a failure records why and when, frees the notes and notifies the user once', async () => {
    const { prove, privateTransactions, find, notices } = open();
    const { epoch } = await prove(1);
    const claim = { operationId: uuidOf(1), epoch };
    expect(await privateTransactions.fail(claim, 'would-revert', msAfter(5))).toBe(true);
    expect(await privateTransactions.fail(claim, 'expired', msAfter(6))).toBe(false);
    expect((await find(1))?.operation).toMatchObject({
      status: 'failed',
      reason: 'would-revert',
      endedAt: msAfter(5),
    });
    expect(await notices()).toEqual([failureOf(1)]);
  });

  test.each(['created', 'needs_unlock', 'prepared'] as const)(
    'one that is %s is cancelled only by its own user',
    async (status) => {
      const { store, prove, privateTransactions, claimed, claim, claimProved, find, notices } =
        open();
      if (status === 'prepared') await prove(1);
      else await store(1);
      if (status === 'needs_unlock') await privateTransactions.lock(await claimed());
      expect(await privateTransactions.cancel(userOf(2), uuidOf(1), START)).toBe(false);
      expect(await privateTransactions.cancel(userOf(1), 'nonsense', START)).toBe(false);
      expect(await privateTransactions.cancel(userOf(1), uuidOf(2), START)).toBe(false);
      expect((await find(1))?.operation.status).toBe(status);
      expect(await privateTransactions.cancel(userOf(1), uuidOf(1), msAfter(5))).toBe(true);
      expect((await find(1))?.operation).toMatchObject({
        status: 'failed',
        reason: 'cancelled',
        endedAt: msAfter(5),
      });
      expect(await privateTransactions.cancel(userOf(1), uuidOf(1), START)).toBe(false);
      expect(await notices()).toEqual([failureOf(1)]);
      await privateTransactions.unlock(userOf(1));
      expect([await claim(9 * LEASE_MS), ...(await claimProved(9 * LEASE_MS))]).toEqual([null]);
    },
  );

  test('one that may have been sent before a failover ends only after it was compared', async () => {
    const { failOver, store, claimed, statusOf, privateTransactions } = open();
    await store(1);
    await failOver();
    const soon = new Date(Date.now() + 1_000);
    expect(await privateTransactions.cancel(userOf(1), uuidOf(1), soon)).toBe(false);
    expect(await privateTransactions.expire(soon, soon)).toBe(0);
    expect(await statusOf(1)).toBe('created');
    await privateTransactions.saveProved(await claimed(), proofOf(1), soon);
    expect(await privateTransactions.cancel(userOf(1), uuidOf(1), soon)).toBe(true);
  });

  test('one that was proved before a failover and due later was not sent, and is cancelled', async () => {
    const { failOver, store, claimed, privateTransactions } = open();
    const inAnHour = new Date(Date.now() + 3_600_000);
    await store(1, { later: { at: inAnHour, windowEnd: inAnHour } });
    await privateTransactions.saveProved(await claimed(), proofOf(1), START);
    await failOver();
    const soon = new Date(Date.now() + 1_000);
    expect(await privateTransactions.cancel(userOf(1), uuidOf(1), soon)).toBe(true);
  });

  test('one that was cancelled is not signed, and one that is signed is not cancelled', async () => {
    const { prove, sign, privateTransactions, statusOf, store, saveNext } = open();
    const first = await prove(1);
    const second = await prove(2);
    await privateTransactions.cancel(userOf(1), uuidOf(1), START);
    expect(await sign(first)).toEqual({ kind: 'lost' });
    await sign(second);
    expect(await privateTransactions.cancel(userOf(2), uuidOf(2), START)).toBe(false);
    expect(await statusOf(2)).toBe('signed');
    await store(3);
    expect(await saveNext(1)).toBe('stored');
  });

  test('in a race between cancelling and signing one wins', async () => {
    const { prove, sign, privateTransactions } = open();
    for (let n = 1; n <= 10; n += 1) {
      const job = await prove(n);
      const [signed, isCancelled] = await Promise.all([
        sign(job),
        privateTransactions.cancel(userOf(n), uuidOf(n), START),
      ]);
      expect([signed.kind, isCancelled]).toEqual(isCancelled ? ['lost', true] : ['signed', false]);
    }
  });

  test('in a race between cancelling and storing the proof both may happen, one after the other', async () => {
    const { store, claimed, privateTransactions, statusOf } = open();
    for (let n = 1; n <= 10; n += 1) {
      await store(n);
      const job = await claimed();
      const [, isCancelled] = await Promise.all([
        privateTransactions.saveProved(job, proofOf(n), START),
        privateTransactions.cancel(userOf(n), uuidOf(n), START),
      ]);
      expect([isCancelled, await statusOf(n)]).toEqual([true, 'failed']);
    }
  });

  test('ends what waited too long; a scheduled payment waits from its scheduled time', async () => {
    const { store, privateTransactions, find, notices } = open();
    await store(1);
    await store(2, { later: { at: msAfter(60_000), windowEnd: msAfter(60_000) } });
    expect(await privateTransactions.expire(msAfter(1), START)).toBe(0);
    expect(await privateTransactions.expire(msAfter(60_000), msAfter(7))).toBe(1);
    expect((await find(1))?.operation).toMatchObject({
      status: 'failed',
      reason: 'expired',
      endedAt: msAfter(7),
    });
    expect((await find(2))?.operation.status).toBe('created');
    expect(await privateTransactions.expire(msAfter(60_001), START)).toBe(1);
    expect(await privateTransactions.expire(msAfter(60_001), START)).toBe(0);
    expect(await notices()).toEqual([failureOf(1), failureOf(2)]);
  });

  test('ends everything unsigned together, whatever it is waiting for, and nothing signed', async () => {
    const opened = open();
    const {
      store,
      consolidate,
      prove,
      proveAndSign,
      privateTransactions,
      claimed,
      notices,
      statusOf,
    } = opened;
    await proveAndSign(1);
    await prove(2);
    await store(3);
    await privateTransactions.lock(await claimed());
    await consolidate(4);
    await store(5);
    expect(await privateTransactions.expire(msAfter(100), START)).toBe(4);
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
