import { expect, test } from 'vitest';
import { START, uuidOf } from '#testing/operation';
import { END_BY_STATUS, mine, msAfter, proofOf, userOf } from '../private-transaction-steps.ts';
import { CHAIN, consolidationOf, type Opened, signPublic } from './opened.ts';

export function describeConsolidations(open: () => Opened): void {
  test('is refused while its user has an operation in progress, or while anyone is waiting', async () => {
    const { store, consolidate, privateTransactions } = open();
    await store(1);
    expect(await consolidate(2)).toBe(false);
    expect(await consolidate(3, { userId: userOf(1) })).toBe(false);
    await privateTransactions.cancel(userOf(1), uuidOf(1), START);
    expect(await consolidate(2)).toBe(true);
  });

  test('is refused until the wallet has seen the end of its user’s last operation', async () => {
    const { store, consolidate, privateTransactions } = open();
    await store(1);
    await privateTransactions.cancel(userOf(1), uuidOf(1), START);
    expect(await consolidate(2, { userId: userOf(1) })).toBe(false);
    await privateTransactions.seen([userOf(1)], 0n, START);
    expect(await consolidate(2, { userId: userOf(1) })).toBe(true);
  });

  test('is refused while a public operation of its user is in progress', async () => {
    const { consolidate, operations } = open();
    await signPublic(operations, 7, { userId: userOf(1) });
    expect(await consolidate(1)).toBe(false);
    expect(await consolidate(2)).toBe(true);
  });

  test.each(['needs_unlock', 'prepared'] as const)(
    'is stored for others while a payment is %s',
    async (status) => {
      const { store, prove, privateTransactions, claimed, consolidate } = open();
      if (status === 'prepared') await prove(1);
      else {
        await store(1);
        await privateTransactions.lock(await claimed());
      }
      expect(await consolidate(2)).toBe(true);
      expect(await consolidate(3, { userId: userOf(1) })).toBe(false);
    },
  );

  test('is stored once per user and chain within a period', async () => {
    const { consolidate, privateTransactions, claimed } = open();
    const mineAt = { userId: userOf(1) };
    expect(await consolidate(5, mineAt)).toBe(true);
    expect(await consolidate(6, mineAt)).toBe(false);
    await privateTransactions.fail(await claimed(), 'cancelled', START);
    await privateTransactions.seen([userOf(1)], 0n, START);
    expect(await consolidate(7, mineAt)).toBe(false);
    expect(await consolidate(7, mineAt, msAfter(5))).toBe(false);
    const elsewhere = { userId: userOf(1), chainId: CHAIN + 1 };
    expect(await consolidate(8, elsewhere)).toBe(true);
    await privateTransactions.fail(await claimed(), 'cancelled', START);
    await privateTransactions.seen([userOf(1)], 0n, START);
    expect(await consolidate(9, mineAt, msAfter(6))).toBe(true);
  });

  test('is no payment: no one waits for it, reads it, cancels it or is notified of it', async () => {
    const opened = open();
    const {
      consolidate,
      store,
      privateTransactions,
      operations,
      find,
      claimed,
      progressOf,
      notices,
    } = opened;
    await consolidate(1);
    expect([await privateTransactions.waiting(), await privateTransactions.usersWaiting()]).toEqual(
      [0, []],
    );
    expect(await operations.listOpen(userOf(1))).toEqual([]);
    expect(await find(1)).toBeNull();
    expect(await privateTransactions.cancel(userOf(1), uuidOf(1), START)).toBe(false);
    await store(2);
    expect(await progressOf(2)).toMatchObject({ place: 0 });
    expect((await claimed()).operationId).toBe(uuidOf(2));
    const job = await claimed();
    expect(job.operationId).toBe(uuidOf(1));
    expect(await privateTransactions.fail(job, 'cancelled', START)).toBe(true);
    expect(await notices()).toEqual([]);
  });

  test('comes after every payment, whatever their times', async () => {
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
      const { consolidate, store, sign, privateTransactions, saveNext, claimedProved, claimed } =
        opened;
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
      if (job !== null)
        expect(await privateTransactions.saveProved(job, proofOf(1), START)).toBe('lost');
      expect(await saveNext(1)).toBe('stored');
      expect(await opened.notices()).toEqual([]);
    },
  );

  test('of another user continues when a payment is stored', async () => {
    const opened = open();
    await opened.consolidate(1);
    await opened.store(2);
    expect(await consolidationOf(opened, 1)).toMatchObject({ status: 'created' });
  });

  test('that is signed keeps a payment of its user in the queue until its notes are seen', async () => {
    const { signConsolidation, store, claimed, claim, record, privateTransactions, notices } =
      open();
    await signConsolidation(1);
    expect(await store(2, { userId: userOf(1) })).toMatchObject({ kind: 'stored' });
    await store(3);
    expect((await claimed()).operationId).toBe(uuidOf(3));
    expect(await claim()).toBeNull();
    await record(mine);
    await privateTransactions.seen([userOf(1)], 9n, START);
    expect(await claim()).toBeNull();
    await privateTransactions.seen([userOf(1)], 10n, START);
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

  test('in a race between a payment and the signature one wins, and the payment is stored', async () => {
    const opened = open();
    const { consolidate, store, sign, privateTransactions, saveNext, claimedProved } = opened;
    for (let n = 1; n <= 10; n += 1) {
      const userId = userOf(n);
      await consolidate(n, { userId });
      await saveNext(n);
      const proved = await claimedProved();
      const [signed, stored] = await Promise.all([sign(proved), store(100 + n, { userId })]);
      expect(stored.kind).toBe('stored');
      const { status } = await consolidationOf(opened, n);
      expect(status).toBe(signed.kind === 'signed' ? 'signed' : 'failed');
      await privateTransactions.cancel(userId, uuidOf(100 + n), START);
    }
  });
}
