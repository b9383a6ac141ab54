import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { toChecksumAddress } from '#pool/account-key';
import type { PublicPlan } from './plan.ts';

/** Private keys, 32 bytes. */
export const anyKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => secp256k1.utils.isValidSecretKey(key));

const bytesAsHex = (lengths: { readonly minLength?: number; readonly maxLength: number }) =>
  fc.uint8Array(lengths).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const);

export const anyAddress = bytesAsHex({ minLength: 20, maxLength: 20 }).map(toChecksumAddress);

const word = fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(0n, 2n ** 256n - 1n));
const anyData = fc.oneof(bytesAsHex({ maxLength: 70 }), bytesAsHex({ maxLength: 400 }));

export const anyTransaction: fc.Arbitrary<UnsignedTransaction> = fc
  .record({
    chainId: fc.integer({ min: 1, max: 2 ** 31 }),
    nonce: fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 2 ** 40 })),
    to: anyAddress,
    value: word,
    data: anyData,
    gas: fc.bigInt(0n, 2n ** 60n),
    fees: fc.tuple(fc.bigInt(0n, 2n ** 120n), fc.bigInt(0n, 2n ** 120n)),
  })
  .map(({ fees: [one, other], ...rest }) => ({
    ...rest,
    // The tip is part of the fee.
    maxFeePerGas: one > other ? one : other,
    maxPriorityFeePerGas: one > other ? other : one,
  }));

const anyCall = fc.record({
  nonce: fc.nat(2 ** 31),
  to: anyAddress,
  value: word,
  data: anyData,
  gas: fc.bigInt(21_000n, 30_000_000n),
});

export const anyPlan: fc.Arbitrary<PublicPlan> = fc.record({
  account: anyAddress,
  chainId: fc.constantFrom(137, 31_337),
  fees: fc.record({
    maxFeePerGas: fc.bigInt(1n, 10n ** 13n),
    maxPriorityFeePerGas: fc.bigInt(1n, 10n ** 13n),
    feeCap: fc.bigInt(10n ** 16n, 10n ** 24n),
  }),
  rungs: fc.integer({ min: 1, max: 5 }),
  approval: fc.option(
    fc.oneof(
      anyCall,
      fc.tuple(anyCall, anyCall).map(([approval, reset]) => ({ ...approval, reset })),
    ),
  ),
  call: anyCall,
});
