import { expect, test } from 'vitest';
import { RECHECK_REPLACED_FOR_MS } from '#domain/operation/following';
import { transition } from '#domain/operation/transition';
import { NONCE_TAKEN, START, uuidOf } from '#testing/operation';
import {
  arrive,
  claimAt,
  confirm,
  detailsOf,
  type EmptyRepository,
  LEASE_MS,
  recordNext,
  signOne,
  tried,
} from './steps.ts';

export function describeClaims(repository: () => EmptyRepository): void {
  test('a payment belongs to its request until the lease ends, then to one worker at a time', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    expect(await claimAt(operations, LEASE_MS - 1)).toEqual([]);
    const [claim] = await claimAt(operations, LEASE_MS);
    expect(claim?.operation.id).toBe(uuidOf(1));
    expect(await claimAt(operations, LEASE_MS)).toEqual([]);
  });

  test('two workers never claim the same payment', async () => {
    const { operations } = repository();
    for (let n = 1; n <= 6; n += 1) await signOne(operations, n);
    const claims = await Promise.all([1, 2, 3].map(() => claimAt(operations, LEASE_MS, 2)));
    const ids = claims.flat().map(({ operation }) => operation.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a worker that lost its claim changes nothing and notifies no one', async () => {
    const { operations, notices } = repository();
    await signOne(operations, 1);
    const [old] = await claimAt(operations, LEASE_MS);
    const [current] = await claimAt(operations, 2 * LEASE_MS);
    const stored = await recordNext(operations, old, (operation) =>
      transition(operation, NONCE_TAKEN),
    );
    expect([...stored]).toEqual([]);
    expect(await notices()).toEqual([]);
    const found = await operations.find(detailsOf(1).userId, uuidOf(1));
    expect(found?.operation.status).toBe('signed');
    expect([...(await recordNext(operations, current, (o) => transition(o, tried)))]).toEqual([
      uuidOf(1),
    ]);
  });

  test('an end is stored with its notice, once, and is never claimed again', async () => {
    const { operations, notices } = repository();
    await signOne(operations, 1);
    const [claim] = await claimAt(operations, LEASE_MS);
    await recordNext(operations, claim, confirm);
    await recordNext(operations, claim, confirm);
    expect(await notices()).toEqual([
      { topic: 'operation-confirmed', userId: detailsOf(1).userId, operationId: uuidOf(1) },
    ]);
    expect(await claimAt(operations, 9 * LEASE_MS)).toEqual([]);
  });

  test('what the token recorded as arrived is stored with the inclusion', async () => {
    const { operations, notices } = repository();
    await signOne(operations, 1);
    await signOne(operations, 2);
    const [kept, nothing] = await claimAt(operations, LEASE_MS);
    await recordNext(operations, kept, arrive(24_500_000n));
    await recordNext(operations, nothing, arrive(0n));
    const { userId } = detailsOf(1);
    const found = async (number: number) =>
      (await operations.find(userId, uuidOf(number)))?.operation;
    expect(await found(1)).toMatchObject({
      status: 'confirmed',
      inclusion: { isSuccess: true, arrived: 24_500_000n },
    });
    expect(await found(2)).toMatchObject({
      status: 'reverted',
      inclusion: { isSuccess: true, arrived: 0n },
    });
    expect((await notices()).map(({ topic }) => topic)).toEqual([
      'operation-confirmed',
      'operation-reverted',
    ]);
  });

  test('a replaced operation is checked for a day, without a second notice, and can still be confirmed', async () => {
    const { operations, notices } = repository();
    await signOne(operations, 1);
    const [claim] = await claimAt(operations, LEASE_MS);
    await recordNext(operations, claim, (operation) => transition(operation, NONCE_TAKEN));
    const [replaced] = await claimAt(operations, 2 * LEASE_MS);
    expect(replaced?.operation.status).toBe('replaced');
    await recordNext(operations, replaced, (operation) => operation);
    expect(await claimAt(operations, RECHECK_REPLACED_FOR_MS)).toEqual([]);
    const [again] = await claimAt(operations, RECHECK_REPLACED_FOR_MS - 1);
    const recovered = { now: START, leaseMs: LEASE_MS, limit: 9, afterId: null };
    expect(await operations.claimOpen(recovered)).toEqual([]);
    await recordNext(operations, again, confirm);
    const { userId } = detailsOf(1);
    const found = await operations.find(userId, uuidOf(1));
    expect(found?.operation).toMatchObject({ status: 'confirmed' });
    expect((await notices()).map(({ topic }) => topic)).toEqual([
      'operation-replaced',
      'operation-confirmed',
    ]);
  });

  test('recovery claims every open payment page by page, due or not', async () => {
    const { operations } = repository();
    for (let n = 1; n <= 5; n += 1) await signOne(operations, n);
    const batch = { now: START, leaseMs: LEASE_MS, limit: 3 };
    const first = await operations.claimOpen({ ...batch, afterId: null });
    const last = first.at(-1)?.operation.id ?? '';
    const second = await operations.claimOpen({ ...batch, afterId: last });
    expect([...first, ...second].map(({ operation }) => operation.id)).toEqual(
      [1, 2, 3, 4, 5].map(uuidOf),
    );
  });
}
