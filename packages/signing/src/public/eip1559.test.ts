import fc from 'fast-check';
import { keccak256, parseTransaction, recoverTransactionAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { publicAddressOf } from '#pool/account-key';
import { assembleTransaction, signerOf, transactionSignature } from './eip1559.ts';
import { anyKey, anyTransaction } from './plans.test-setup.ts';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

test('a transaction is signed with the very bytes that viem signs it with', async () => {
  await fc.assert(
    fc.asyncProperty(anyKey, anyTransaction, async (key, transaction) => {
      const account = privateKeyToAccount(`0x${Buffer.from(key).toString('hex')}`);
      const expected = await account.signTransaction({ type: 'eip1559', ...transaction });
      const signature = transactionSignature(key, transaction);
      expect(assembleTransaction(transaction, signature, publicAddressOf(key))).toEqual({
        raw: expected,
        hash: keccak256(expected),
      });
    }),
    { numRuns: 300 },
  );
});

test('the signer of a transaction is the account of the key, and what viem recovers', async () => {
  await fc.assert(
    fc.asyncProperty(anyKey, anyTransaction, async (key, transaction) => {
      const signature = transactionSignature(key, transaction);
      const account = publicAddressOf(key);
      const { raw } = assembleTransaction(transaction, signature, account) ?? {};
      expect(signerOf(transaction, signature)).toBe(account.toLowerCase());
      const serializedTransaction = raw as `0x02${string}`;
      expect(await recoverTransactionAddress({ serializedTransaction })).toBe(account);
      expect(parseTransaction(serializedTransaction).chainId).toBe(transaction.chainId);
    }),
    { numRuns: 100 },
  );
});

test('a signature is of one transaction: with any field changed, its signer is another', () => {
  fc.assert(
    fc.property(anyKey, anyTransaction, fc.nat(7), (key, transaction, place) => {
      const signature = transactionSignature(key, transaction);
      const { to, data } = transaction;
      const changes = [
        { chainId: transaction.chainId + 1 },
        { nonce: transaction.nonce + 1 },
        { to: `0x${to.slice(2, -1)}${to.endsWith('1') ? '2' : '1'}` as typeof to },
        { value: transaction.value + 1n },
        { data: `${data}00` as const },
        { gas: transaction.gas + 1n },
        { maxFeePerGas: transaction.maxFeePerGas + 1n },
        { maxPriorityFeePerGas: transaction.maxPriorityFeePerGas + 1n },
      ];
      const changed = { ...transaction, ...changes[place] };
      expect(assembleTransaction(changed, signature, publicAddressOf(key))).toBeNull();
    }),
    { numRuns: 200 },
  );
});

test('no other form of a signature counts: upper case, the higher s, another parity or length', () => {
  fc.assert(
    fc.property(anyKey, anyTransaction, (key, transaction) => {
      const account = publicAddressOf(key);
      const signature = transactionSignature(key, transaction);
      const parity = signature.slice(2, 4);
      const flipped = parity === '00' ? '01' : '00';
      const s = ORDER - BigInt(`0x${signature.slice(-64)}`);
      const high = `0x${flipped}${signature.slice(4, 68)}${s.toString(16).padStart(64, '0')}`;
      const others = [
        high,
        `0x${flipped}${signature.slice(4)}`,
        `0x1b${signature.slice(4)}`,
        `0x${signature.slice(2).toUpperCase()}x`,
        signature.slice(0, -2),
        `${signature}00`,
        `0x00${'0'.repeat(128)}`,
        `0x00${'f'.repeat(128)}`,
        '0x',
      ];
      for (const other of others) {
        expect(assembleTransaction(transaction, other as `0x${string}`, account)).toBeNull();
      }
    }),
    { numRuns: 50 },
  );
});
