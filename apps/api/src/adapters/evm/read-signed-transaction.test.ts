import { serializeTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { readSignedTransaction } from './read-signed-transaction.ts';

const account = privateKeyToAccount(`0x${'1'.repeat(64)}`);
const transaction: UnsignedTransaction = {
  chainId: 137,
  nonce: 7,
  to: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' as PublicAddress,
  value: 5n,
  data: '0xabcdef',
  gas: 1_400_000n,
  maxFeePerGas: 300n,
  maxPriorityFeePerGas: 30n,
};

test('reads from the bytes everything that was signed', async () => {
  const raw = await account.signTransaction({ type: 'eip1559', ...transaction });
  expect(readSignedTransaction(raw)).toEqual(transaction);
});

test('reads what RLP leaves out as zero, and no data as no data', async () => {
  const nothing = {
    ...transaction,
    nonce: 0,
    value: 0n,
    data: '0x',
    maxPriorityFeePerGas: 0n,
  } as const;
  const raw = await account.signTransaction({ type: 'eip1559', ...nothing });
  expect(readSignedTransaction(raw)).toEqual(nothing);
});

test('reads nothing that Kax would not sign', async () => {
  const { chainId, nonce, to, gas } = transaction;
  const accessList = [{ address: to, storageKeys: [] }];
  const { to: _to, ...creation } = transaction;
  for (const raw of [
    await account.signTransaction({ type: 'legacy', chainId, nonce, to, gas, gasPrice: 1n }),
    await account.signTransaction({ type: 'eip1559', ...transaction, accessList }),
    serializeTransaction({ type: 'eip1559', ...creation }),
  ]) {
    expect(() => readSignedTransaction(raw)).toThrow();
  }
});
