import { expect, test } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { hashOf, START, uuidOf } from '#testing/operation';
import type { FinalTransaction } from '../../ports/recovered-transactions.ts';
import {
  brokenSigner,
  LEASE_MS,
  msAfter,
  pricingOf,
  userOf,
} from '../private-transaction-steps.ts';
import { CHAIN, type Opened, signPublic } from './opened.ts';

export function describeSigning(open: () => Opened): void {
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

  test('nothing is signed while the chain counts more transactions than the records', async () => {
    const { prove, sign } = open();
    const job = await prove(1);
    expect(await sign(job, { transactionCount: 1 })).toEqual({ kind: 'reconciling' });
    expect(await sign(job)).toMatchObject({ operation: { signing: { nonce: 0 } } });
  });

  test('a transaction that was found in place of a signature is followed like any other', async () => {
    const { prove, find, operations, privateTransactions } = open();
    const job = await prove(1);
    const { chainId, account } = job.operation;
    const transaction: FinalTransaction = {
      ...{ nonce: 0, hash: hashOf(70), raw: '0x02', to: null, value: 0n, data: '0x' },
      ...{ feeCeiling: toBaseUnits(9n), blockNumber: 1n, blockHash: hashOf(1), minedAt: START },
    };
    const found = { transactions: [transaction], now: START };
    await operations.recover({ chainId, account, userId: null }, found);
    expect(await privateTransactions.adopt(job, transaction, START)).toBe(true);
    expect(await privateTransactions.adopt(job, transaction, START)).toBe(false);
    expect(await find(1)).toMatchObject({
      operation: { status: 'signed', signing: { nonce: 0, ladder: [{ hash: hashOf(70) }] } },
    });
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

  test('stores the operation as it was signed, with the fees of that time, due immediately', async () => {
    const { prove, sign, find, operations } = open();
    const estimatedFee = toBaseUnits(1_500n);
    const job = await prove(1);
    const outcome = await sign(job, { estimatedFee, feeCeiling: toBaseUnits(6_000n) });
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

  test('waits when the broadcaster has insufficient funds besides those already committed', async () => {
    const { prove, sign, claimProved, privateTransactions, statusOf } = open();
    const nativeBalance = toBaseUnits(7_000n);
    const first = await prove(1);
    const second = await prove(2);
    await sign(first, { nativeBalance });
    expect(await sign(second, { nativeBalance })).toEqual({
      kind: 'insufficient-funds',
      available: 3_000n,
    });
    expect(await statusOf(2)).toBe('prepared');
    await privateTransactions.postpone(second, msAfter(LEASE_MS + 20_000));
    expect(await claimProved(LEASE_MS + 19_999)).toEqual([]);
    expect(await claimProved(LEASE_MS + 20_000)).toHaveLength(1);
  });

  test('counts no funds that are held on another chain', async () => {
    const { prove, sign } = open();
    const nativeBalance = toBaseUnits(7_000n);
    await sign(await prove(1, { chainId: CHAIN + 1 }), { nativeBalance });
    expect(await sign(await prove(2), { nativeBalance })).toMatchObject({ kind: 'signed' });
  });

  test('that throws leaves the operation proved, and its nonce free', async () => {
    const { prove, sign, privateTransactions, statusOf } = open();
    const job = await prove(1);
    await expect(privateTransactions.sign(job, pricingOf(), brokenSigner)).rejects.toThrow(
      'The key is gone.',
    );
    expect(await statusOf(1)).toBe('prepared');
    expect(await sign(job)).toMatchObject({ operation: { signing: { nonce: 0 } } });
  });

  test('ends the claim of the signer', async () => {
    const { prove, sign, privateTransactions, statusOf } = open();
    const job = await prove(1);
    await sign(job);
    const { epoch } = job;
    expect(
      await privateTransactions.fail({ operationId: uuidOf(1), epoch }, 'expired', START),
    ).toBe(false);
    const next = epoch + 1;
    expect(
      await privateTransactions.fail({ operationId: uuidOf(1), epoch: next }, 'expired', START),
    ).toBe(false);
    expect(await statusOf(1)).toBe('signed');
  });
}
