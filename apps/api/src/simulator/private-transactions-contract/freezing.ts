import { expect, test } from 'vitest';
import { START } from '#testing/operation';
import { userOf } from '../private-transaction-steps.ts';
import { LATER, type Opened, signPublic } from './opened.ts';

export function describeFreezing(open: () => Opened): void {
  test('cancels what waits for its proof, its moment or its signature, and frees its notes', async () => {
    const { store, prove, freezes, find, sign, claim } = open();
    await store(1);
    await store(2, { later: LATER });
    const proved = await prove(3);
    for (const n of [1, 2, 3]) expect(await freezes.freeze(userOf(n), START)).toEqual(START);
    for (const n of [1, 2, 3]) {
      expect((await find(n))?.operation).toMatchObject({ status: 'failed', reason: 'frozen' });
    }
    expect(await sign(proved)).toEqual({ kind: 'lost' });
    expect(await claim(10_000_000)).toBeNull();
  });

  test('stores and signs nothing more, for this user alone, until it is unfrozen', async () => {
    const { store, freezes, unfreeze, operations, find } = open();
    await freezes.freeze(userOf(1), START);
    expect(await store(1)).toEqual({ kind: 'frozen' });
    expect(await signPublic(operations, 2, { userId: userOf(1) })).toEqual({ kind: 'frozen' });
    expect(await find(1)).toBeNull();
    expect(await store(3)).toMatchObject({ kind: 'stored' });
    await unfreeze(userOf(1));
    expect(await store(1)).toMatchObject({ kind: 'stored' });
    expect(await signPublic(operations, 2, { userId: userOf(1) })).toMatchObject({
      kind: 'signed',
    });
  });

  test('either comes after a signature or prevents it', async () => {
    const { prove, sign, freezes, find } = open();
    for (let n = 1; n <= 10; n += 1) {
      const job = await prove(n);
      const [signed] = await Promise.all([sign(job), freezes.freeze(userOf(n), START)]);
      const status = (await find(n))?.operation.status;
      expect(status).toBe(signed.kind === 'signed' ? 'signed' : 'failed');
      expect(['signed', 'lost', 'frozen']).toContain(signed.kind);
    }
  });

  test('does not call cancelled what a failover may have lost the signature of, and does not sign it', async () => {
    const { prove, sign, freezes, find, failOver } = open();
    const job = await prove(1);
    await failOver();
    await freezes.freeze(userOf(1), START);
    expect((await find(1))?.operation.status).toBe('prepared');
    expect(await sign(job)).toEqual({ kind: 'frozen' });
    expect((await find(1))?.operation.status).toBe('prepared');
  });

  test('leaves what has its signature, and consolidations', async () => {
    const { proveAndSign, freezes, find, consolidate, saveNext, claimedProved, sign } = open();
    await proveAndSign(1);
    await freezes.freeze(userOf(1), START);
    expect((await find(1))?.operation.status).toBe('signed');
    expect(await consolidate(2)).toBe(true);
    await freezes.freeze(userOf(2), START);
    expect(await saveNext(2)).toBe('stored');
    expect(await sign(await claimedProved())).toMatchObject({ kind: 'signed' });
  });

  test('of no user freezes nothing, and a second freeze keeps the time of the first', async () => {
    const { freezes, removeUser } = open();
    const later = new Date(START.getTime() + 60_000);
    expect(await freezes.freeze(userOf(1), START)).toEqual(START);
    expect(await freezes.freeze(userOf(1), later)).toEqual(START);
    await removeUser(userOf(2));
    expect(await freezes.freeze(userOf(2), START)).toBeNull();
  });
}
