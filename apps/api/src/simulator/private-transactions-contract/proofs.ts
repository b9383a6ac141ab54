import { expect, test } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { isPaidByCopy, isPaidInPart } from '#domain/operation/outcome';
import type { TokenId } from '#domain/token/token';
import { hashOf, PAID_BY_COPY, PAID_IN_PART, START, uuidOf } from '#testing/operation';
import {
  CLAIMED_AT_MS,
  END_BY_STATUS,
  LEASE_MS,
  mine,
  msAfter,
  proofOf,
} from '../private-transaction-steps.ts';
import { CHAIN, LATER, type Opened } from './opened.ts';

export function describeProofs(open: () => Opened): void {
  test('waits for its signature with the call and the fee that it is bound to', async () => {
    const { store, claimed, claimProved, statusOf, privateTransactions } = open();
    await store(1);
    const paid = proofOf(1, { broadcasterFee: toBaseUnits(33n) });
    expect(await privateTransactions.saveProved(await claimed(), paid, START)).toBe('stored');
    expect(await statusOf(1)).toBe('prepared');
    expect(await privateTransactions.waiting()).toBe(0);
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

  test('that pays the broadcaster binds it to the gas price', async () => {
    const { store, saveNext, claimedProved } = open();
    const recipient = '0zk1kax' as PrivateAddress;
    const fee = { tokenId: 'token' as TokenId, perNativeCoin: toBaseUnits(5n), recipient };
    await store(1, { fee });
    await saveNext(1);
    expect(await claimedProved()).toMatchObject({ leastGasPrice: 7n });
  });

  test('cannot spend a note of another operation; the claim stays for another proof', async () => {
    const { prove, store, claimed, privateTransactions, statusOf } = open();
    await prove(1);
    await store(2);
    const job = await claimed();
    const half = proofOf(2, { nullifiers: [hashOf(999), ...proofOf(1).nullifiers] });
    expect(await privateTransactions.saveProved(job, half, START)).toBe('notes-taken');
    expect(await statusOf(2)).toBe('created');
    expect(await privateTransactions.saveProved(job, proofOf(2), START)).toBe('stored');
    await store(3);
    const free = proofOf(3, { nullifiers: [hashOf(999)] });
    expect(await privateTransactions.saveProved(await claimed(), free, START)).toBe('stored');
  });

  test('recognizes the same note in upper and lower case', async () => {
    const { store, claimed, privateTransactions } = open();
    const small = proofOf(1, { nullifiers: ['0xabcdef'] });
    const capitals = proofOf(2, { nullifiers: ['0xABCDEF'] });
    await store(1);
    await privateTransactions.saveProved(await claimed(), capitals, START);
    await store(2);
    expect(await privateTransactions.saveProved(await claimed(), small, START)).toBe('notes-taken');
  });

  test('that was found on the network is due immediately, and belongs to one operation', async () => {
    const { store, claimed, claimProved, privateTransactions } = open();
    const { provedInMs: _, ...call } = proofOf(1);
    await store(1, { later: LATER });
    expect(await privateTransactions.saveFound(await claimed(), call, START)).toBe('stored');
    expect(await claimProved()).toMatchObject([{ operation: { id: uuidOf(1) }, call }]);
    await store(2);
    expect(await privateTransactions.saveFound(await claimed(), call, START)).toBe('notes-taken');
  });

  test('may spend a note with the same nullifier on another chain', async () => {
    const { prove, store, saveNext } = open();
    await prove(1);
    await store(2, { chainId: CHAIN + 1 });
    expect(await saveNext(1)).toBe('stored');
  });

  test('may spend the notes of an operation that failed', async () => {
    const { prove, store, saveNext, privateTransactions } = open();
    const { operation, epoch } = await prove(1);
    await privateTransactions.fail({ operationId: operation.id, epoch }, 'would-revert', START);
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
    const { proveAndSign, record, store, saveNext, privateTransactions, claimed } = open();
    await proveAndSign(1);
    await store(2);
    expect(await saveNext(1)).toBe('notes-taken');
    await record(mine);
    const job = await claimed(CLAIMED_AT_MS + LEASE_MS);
    expect(await privateTransactions.saveProved(job, proofOf(1), START)).toBe('notes-taken');
    await record(END_BY_STATUS.confirmed);
    expect(await privateTransactions.saveProved(job, proofOf(1), START)).toBe('notes-taken');
  });
}

/** What becomes of an operation that a copy paid. */
export function describeCopies(open: () => Opened): void {
  test.each(['replaced', 'signed'] as const)(
    'confirms an operation that was %s, under the hash of the copy, and keeps its notes',
    async (before) => {
      const { proveAndSign, record, store, saveNext, find } = open();
      await proveAndSign(1);
      if (before === 'replaced') await record(END_BY_STATUS.replaced);
      await record(END_BY_STATUS.paidByCopy);
      const { copy, at } = PAID_BY_COPY;
      const found = (await find(1))?.operation;
      expect(found).toMatchObject({ status: 'confirmed', inclusion: copy, endedAt: at });
      expect(found !== undefined && isPaidByCopy(found)).toBe(true);
      await store(2);
      expect(await saveNext(1)).toBe('notes-taken');
    },
  );
}

/** What becomes of an operation of which others paid a part. */
export function describeParts(open: () => Opened): void {
  test('keeps which part of it was paid, frees the notes of the others, and can still be paid whole', async () => {
    const { proveAndSign, record, store, saveNext, find } = open();
    await proveAndSign(1);
    await record(END_BY_STATUS.paidInPart);
    const { part, at } = PAID_IN_PART;
    const found = (await find(1))?.operation;
    expect(found).toMatchObject({ status: 'replaced', replacedBy: part, endedAt: at });
    expect(found !== undefined && isPaidInPart(found)).toBe(true);
    await record(END_BY_STATUS.paidByCopy);
    expect((await find(1))?.operation.status).toBe('confirmed');
    await store(2);
    expect(await saveNext(1)).toBe('notes-taken');
  });

  test('may lose its notes to another operation', async () => {
    const { proveAndSign, record, store, saveNext } = open();
    await proveAndSign(1);
    await record(END_BY_STATUS.replaced);
    await record(END_BY_STATUS.paidInPart);
    await store(2);
    expect(await saveNext(1)).toBe('stored');
  });
}

export function describeProvedClaims(open: () => Opened): void {
  test('each is given to one process until its lease expires', async () => {
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

  test('one that is sent later waits for its scheduled time', async () => {
    const { store, saveNext, claimProved, progressOf } = open();
    await store(1, { later: LATER });
    await saveNext(1);
    expect(await claimProved(599_999)).toEqual([]);
    expect(await claimProved(600_000)).toMatchObject([{ sendAt: LATER.at }]);
    const progress = await progressOf(1);
    expect(progress?.sendWindow).toEqual({ from: msAfter(1), to: LATER.windowEnd });
  });

  test('one that is postponed waits until then', async () => {
    const { prove, claimProved, privateTransactions } = open();
    await privateTransactions.postpone(await prove(1), msAfter(90_000));
    expect(await claimProved(89_999)).toEqual([]);
    expect(await claimProved(90_000)).toHaveLength(1);
  });
}
