import { expect, test } from 'vitest';
import { START, uuidOf } from '#testing/operation';
import { mine, requestOf, userOf } from '../private-transaction-steps.ts';
import { consolidationOf, type Opened, signPublic } from './opened.ts';

export function describeStoring(open: () => Opened): void {
  test('the operation is created and read back as it was stored', async () => {
    const { store, find, privateTransactions } = open();
    const { details } = requestOf(1, 'unshield');
    const operation = { ...details, status: 'created' };
    expect(await store(1)).toEqual({ kind: 'stored', operation });
    expect(await find(1)).toMatchObject({ operation });
    expect(await privateTransactions.waiting()).toBe(1);
  });

  test('nothing is stored for a user who was removed', async () => {
    const { store, consolidate, find, removeUser, privateTransactions } = open();
    await removeUser(userOf(1));
    expect(await store(1)).toEqual({ kind: 'user-removed' });
    expect(await consolidate(1)).toBe(false);
    expect(await find(1)).toBeNull();
    expect(await privateTransactions.waiting()).toBe(0);
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

  test('the same key of another user is a separate operation', async () => {
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
      stored: { operation: { id: uuidOf(1) }, fingerprint: 'fingerprint 1' },
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

  test('a public operation of the user does not prevent them from storing a private one', async () => {
    const { store, operations } = open();
    await signPublic(operations, 7, { userId: userOf(1) });
    expect(await store(1)).toMatchObject({ kind: 'stored' });
  });

  test.each(['created', 'needs_unlock', 'prepared', 'signed'] as const)(
    'one that is %s prevents its user from storing another',
    async (status) => {
      const { store, privateTransactions, claimed, prove, proveAndSign, statusOf } = open();
      if (status === 'prepared') await prove(1);
      else if (status === 'signed') await proveAndSign(1);
      else await store(1);
      if (status === 'needs_unlock') await privateTransactions.lock(await claimed());
      expect(await statusOf(1)).toBe(status);
      const again = { userId: userOf(1) };
      expect(await store(2, again)).toEqual({ kind: 'open', operationId: uuidOf(1) });
    },
  );

  test('the next is stored once the wallet has seen the block of the one before', async () => {
    const { store, proveAndSign, record, privateTransactions } = open();
    await proveAndSign(1);
    await privateTransactions.seen([userOf(1)], 10n, START);
    await record(mine);
    const again = { userId: userOf(1) };
    const refused = { kind: 'open', operationId: uuidOf(1) };
    expect(await store(2, again)).toEqual(refused);
    await privateTransactions.seen([userOf(1)], 9n, START);
    expect(await store(2, again)).toEqual(refused);
    await privateTransactions.seen([userOf(2)], 10n, START);
    expect(await store(2, again)).toEqual(refused);
    await privateTransactions.seen([userOf(1)], 10n, START);
    expect(await store(2, again)).toMatchObject({ kind: 'stored' });
  });

  test('the next is stored immediately when the one before failed', async () => {
    const { store, privateTransactions, claimed } = open();
    await store(1);
    await privateTransactions.fail(await claimed(), 'notes-fragmented', START);
    expect(await store(2, { userId: userOf(1) })).toMatchObject({ kind: 'stored' });
  });

  test('the queue takes 40 payments, and no consolidation counts', async () => {
    const { store, consolidate, privateTransactions } = open();
    await consolidate(99);
    for (let n = 1; n <= 40; n += 1) await store(n);
    expect(await store(41)).toEqual({ kind: 'queue-full' });
    expect(await store(40)).toMatchObject({ kind: 'exists' });
    expect(await store(42, { userId: userOf(1) })).toMatchObject({ kind: 'open' });
    expect(await privateTransactions.waiting()).toBe(40);
    expect(await store(43, { userId: userOf(99) })).toEqual({ kind: 'queue-full' });
    expect(await consolidationOf(open(), 99)).toMatchObject({ status: 'created' });
    await privateTransactions.cancel(userOf(1), uuidOf(1), START);
    expect(await store(41)).toMatchObject({ kind: 'stored' });
  });
}
