import { expect, test } from 'vitest';
import { GAP_AFTER_MS } from '#domain/operation/next-nonce';
import { BOB } from '#testing/network';
import { buildDetails, START, uuidOf } from '#testing/operation';
import {
  detailsOf,
  type EmptyRepository,
  LEASE_MS,
  requestOf,
  sign,
  signOne,
  units,
} from './steps.ts';

export function describeSigning(repository: () => EmptyRepository): void {
  test('a payment is stored complete with the next nonce, and found by its key', async () => {
    const { operations } = repository();
    const outcome = await signOne(operations, 1);
    const stored = await operations.findByKey(buildDetails().userId, 'key-1');
    expect(stored).toMatchObject({ operation: outcome.operation, fingerprint: 'payment 1' });
    expect(outcome.operation).toMatchObject({ ...detailsOf(1), status: 'signed' });
    expect((await signOne(operations, 2)).operation.signing.nonce).toBe(1);
  });

  test('the nonce is the higher one of the stored operations and the chain', async () => {
    const { operations, exportKeys } = repository();
    await exportKeys(buildDetails().userId);
    const first = await signOne(operations, 1, { transactionCount: 7 });
    const second = await signOne(operations, 2, { transactionCount: 3 });
    expect([first, second].map(({ operation }) => operation.signing.nonce)).toEqual([7, 8]);
  });

  test('a payment fills the nonce gap that another wallet left below payments that have waited long', async () => {
    const { operations, exportKeys } = repository();
    await exportKeys(buildDetails().userId);
    await signOne(operations, 1, { transactionCount: 3 });
    const signAfter = (n: number, ms: number, transactionCount: number) => {
      const details = detailsOf(n, { createdAt: new Date(START.getTime() + ms) });
      return operations.signNext(
        requestOf(n, { details, state: { transactionCount } }),
        sign(n),
        LEASE_MS,
      );
    };
    const outcomes = [
      await signAfter(2, GAP_AFTER_MS - 1, 2),
      await signAfter(3, GAP_AFTER_MS, 2),
      await signAfter(4, GAP_AFTER_MS, 2),
    ];
    const nonces = outcomes.map((o) => o.kind === 'signed' && o.claim.operation.signing.nonce);
    expect(nonces).toEqual([4, 2, 5]);
  });

  test('what fills a nonce gap gets the nonce of the gap, or is not stored', async () => {
    const { operations, exportKeys } = repository();
    await exportKeys(buildDetails().userId);
    await signOne(operations, 1, { transactionCount: 3 });
    const fillAfter = (n: number, ms: number, transactionCount: number) => {
      const createdAt = new Date(START.getTime() + ms);
      const details = detailsOf(n, { kind: 'nonce-fill', amount: units(0n), createdAt });
      const request = requestOf(n, { details, state: { transactionCount } });
      return operations.signNext(request, sign(n), LEASE_MS);
    };
    expect([
      await fillAfter(2, GAP_AFTER_MS - 1, 2),
      await fillAfter(3, GAP_AFTER_MS, 3),
      await fillAfter(4, GAP_AFTER_MS, 4),
    ]).toEqual([{ kind: 'no-gap' }, { kind: 'no-gap' }, { kind: 'no-gap' }]);
    const filled = await fillAfter(5, GAP_AFTER_MS, 2);
    expect(filled).toMatchObject({ claim: { operation: { amount: 0n, signing: { nonce: 2 } } } });
    expect(await fillAfter(6, GAP_AFTER_MS, 2)).toEqual({ kind: 'no-gap' });
    const { userId } = detailsOf(6);
    expect(await operations.findByKey(userId, 'key-6')).toBeNull();
    expect((await signOne(operations, 7)).operation.signing.nonce).toBe(4);
    expect(await operations.find(userId, uuidOf(5))).toBeNull();
    const listed = (await operations.listOpen(userId)).map(({ operation }) => operation.id);
    expect(listed).toEqual([uuidOf(7), uuidOf(1)]);
  });

  test('one key is one payment permanently: a repeated request gets it and signs nothing', async () => {
    const { operations } = repository();
    const first = await signOne(operations, 1);
    const again = requestOf(2, { idempotencyKey: 'key-1' });
    const outcome = await operations.signNext(again, () => Promise.reject(new Error('signed')), 0);
    expect(outcome).toEqual({
      kind: 'exists',
      stored: { operation: first.operation, fingerprint: 'payment 1' },
    });
  });

  test('the same key of another user is a separate payment', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    const details = detailsOf(2, { userId: uuidOf(0xb0b), account: BOB });
    const request = requestOf(2, { details, idempotencyKey: 'key-1' });
    expect(await operations.signNext(request, sign(2), LEASE_MS)).toMatchObject({ kind: 'signed' });
  });

  test('a payment above the available balance is refused, and its nonce goes to the next one', async () => {
    const { operations } = repository();
    await signOne(operations, 1, { tokenBalance: units(30_000_000n) });
    const request = requestOf(2, { state: { tokenBalance: units(30_000_000n) } });
    const refused = await operations.signNext(request, sign(2), LEASE_MS);
    expect(refused).toEqual({ kind: 'insufficient-funds', of: 'token', available: 5_000_000n });
    expect(await operations.findByKey(detailsOf(2).userId, 'key-2')).toBeNull();
    expect((await signOne(operations, 3)).operation.signing.nonce).toBe(1);
  });

  test('a payment whose fee exceeds the available balance is refused', async () => {
    const { operations } = repository();
    await signOne(operations, 1, { nativeBalance: units(7_999n) });
    const request = requestOf(2, { state: { nativeBalance: units(7_999n) } });
    const refused = await operations.signNext(request, sign(2), LEASE_MS);
    expect(refused).toEqual({ kind: 'insufficient-funds', of: 'fee', available: 3_999n });
  });

  test('when signing fails nothing is stored and the nonce is free', async () => {
    const { operations } = repository();
    const failing = () => Promise.reject(new Error('no key'));
    await expect(operations.signNext(requestOf(1), failing, LEASE_MS)).rejects.toThrow('no key');
    expect(await operations.findByKey(detailsOf(1).userId, 'key-1')).toBeNull();
    expect((await signOne(operations, 2)).operation.signing.nonce).toBe(0);
  });

  test('nothing is signed or stored for a user who was removed', async () => {
    const { operations, removeUser } = repository();
    const { userId } = detailsOf(1);
    await removeUser(userId);
    const outcome = await operations.signNext(
      requestOf(1),
      () => Promise.reject(new Error('signed')),
      LEASE_MS,
    );
    expect(outcome).toEqual({ kind: 'user-removed' });
    expect(await operations.findByKey(userId, 'key-1')).toBeNull();
  });
}
