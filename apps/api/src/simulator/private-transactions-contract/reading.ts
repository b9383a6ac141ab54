import { expect, test } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { BROADCASTER, buildPrivateTransaction, START, uuidOf } from '#testing/operation';
import { END_BY_STATUS, msAfter, requestOf, userOf } from '../private-transaction-steps.ts';
import { CHAIN, type Opened } from './opened.ts';

export function describeReading(open: () => Opened): void {
  test('failed operations are listed for their user, newest first, the cancelled and expired among them', async () => {
    const { store, claimed, privateTransactions, operations } = open();
    const userId = userOf(1);
    for (const n of [1, 2, 3]) {
      await store(n, { userId, ms: n });
      await privateTransactions.fail(await claimed(), 'notes-fragmented', START);
    }
    await store(4, { userId, ms: 4 });
    await privateTransactions.cancel(userId, uuidOf(4), START);
    await store(6, { userId, ms: 6 });
    await privateTransactions.fail(await claimed(), 'expired', START);
    await store(5, { ms: 2 });
    await privateTransactions.fail(await claimed(), 'expired', START);
    const list = async (before: Date | null, limit: number) => {
      const listed = await operations.listFailedPrivateTransactions(
        { userId, chainId: CHAIN },
        { before, limit },
      );
      return listed.map(({ operation }) => operation.id);
    };
    expect(await list(null, 9)).toEqual([6, 4, 3, 2, 1].map(uuidOf));
    expect(await list(msAfter(3), 1)).toEqual([uuidOf(2)]);
    const elsewhere = { userId, chainId: CHAIN + 1 };
    expect(
      await operations.listFailedPrivateTransactions(elsewhere, { before: null, limit: 9 }),
    ).toEqual([]);
  });

  test.each(['reverted', 'replaced'] as const)('%s operations are listed too', async (status) => {
    const { proveAndSign, record, operations } = open();
    await proveAndSign(1);
    await record(END_BY_STATUS[status]);
    const owner = { userId: userOf(1), chainId: CHAIN };
    const listed = await operations.listFailedPrivateTransactions(owner, {
      before: null,
      limit: 9,
    });
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

  test('a signed operation reserves the fee of the broadcaster and no amount', async () => {
    const { prove, proveAndSign, operations } = open();
    const { account, feeTokenId } = await proveAndSign(1);
    await prove(2);
    const holds = await operations.holds(account, START);
    const held = holds.filter(({ units }) => units > 0n);
    expect(held).toEqual([
      { chainId: CHAIN, tokenId: feeTokenId, units: 4_000n, minedInBlock: null },
    ]);
  });

  test('the recipient of an unshield is a recipient', async () => {
    const { store, consolidate, operations } = open();
    await consolidate(2);
    await store(1);
    expect(await operations.recipients(userOf(1))).toEqual([buildPrivateTransaction().recipient]);
    expect(await operations.recipients(userOf(2))).toEqual([]);
  });

  test('whom a part of a private payment reached is a paid recipient', async () => {
    const { proveAndSign, record, operations } = open();
    await proveAndSign(1);
    const payer = { userId: userOf(1), publicAddress: BROADCASTER, privateAddress: '0zkown' };
    await record(END_BY_STATUS.replaced);
    expect(await operations.paidRecipients(payer, 9)).toEqual([]);
    await record(END_BY_STATUS.paidInPart);
    expect(await operations.paidRecipients(payer, 9)).toHaveLength(1);
  });

  test('whom a private payment goes to is a paid recipient, as long as it has not failed', async () => {
    const { store, claimed, consolidate, privateTransactions, operations } = open();
    const paid = async (n: number) => {
      const own = { publicAddress: BROADCASTER, privateAddress: '0zkown' };
      const recipients = await operations.paidRecipients({ ...own, userId: userOf(n) }, 9);
      return recipients.map(({ address, payments }) => [address, payments]);
    };
    await consolidate(2);
    await store(1);
    expect(await paid(1)).toEqual([[buildPrivateTransaction().recipient, 1]]);
    expect(await paid(2)).toEqual([]);
    await privateTransactions.fail(await claimed(), 'notes-fragmented', START);
    expect(await paid(1)).toEqual([]);
    const transfer = requestOf(3, 'unshield');
    const recipient = '0zkbob' as PrivateAddress;
    await privateTransactions.store({
      ...transfer,
      details: { ...transfer.details, kind: 'internal-transfer', recipient },
      terms: { ...transfer.terms, kind: 'internal-transfer', recipient },
    });
    expect(await paid(3)).toEqual([[recipient, 1]]);
  });
}

export function describePrecomputing(open: () => Opened): void {
  const { terms } = requestOf(1, 'unshield');

  test('is requested with its latest terms, and handed out once', async () => {
    const { privateTransactions } = open();
    await privateTransactions.requestPrecompute({ userId: userOf(1), terms }, START);
    const other = { ...terms, amount: toBaseUnits(5n) };
    await privateTransactions.requestPrecompute({ userId: userOf(1), terms: other }, msAfter(1));
    expect(await privateTransactions.claimPrecompute(START)).toEqual({
      userId: userOf(1),
      terms: other,
    });
    expect(await privateTransactions.claimPrecompute(START)).toBeNull();
  });

  test('is handed out for the oldest request first', async () => {
    const { privateTransactions } = open();
    await privateTransactions.requestPrecompute({ userId: userOf(1), terms }, START);
    await privateTransactions.requestPrecompute({ userId: userOf(2), terms }, msAfter(1));
    await privateTransactions.requestPrecompute({ userId: userOf(1), terms }, msAfter(2));
    expect((await privateTransactions.claimPrecompute(START))?.userId).toBe(userOf(2));
    expect((await privateTransactions.claimPrecompute(START))?.userId).toBe(userOf(1));
  });

  test('is dropped when the request is too old', async () => {
    const { privateTransactions } = open();
    await privateTransactions.requestPrecompute({ userId: userOf(1), terms }, START);
    await privateTransactions.requestPrecompute({ userId: userOf(2), terms }, msAfter(5));
    expect((await privateTransactions.claimPrecompute(msAfter(1)))?.userId).toBe(userOf(2));
    expect(await privateTransactions.claimPrecompute(START)).toBeNull();
  });
}
