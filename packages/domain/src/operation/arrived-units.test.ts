import { expect, test } from 'vitest';
import { ALICE, BOB, KAX, POL, USDC } from '#testing/network';
import { buildDetails, buildPrivateTransaction, buildShield } from '#testing/operation';
import type { PublicAddress } from '../address/address.ts';
import { toBaseUnits } from '../amount/base-units.ts';
import { arrivedUnits } from './arrived-units.ts';

const to = (address: PublicAddress, units: bigint, token = USDC) => ({
  tokenId: token.id,
  to: address,
  units: toBaseUnits(units),
});
const arrived = (...transfers: ReturnType<typeof to>[]) =>
  arrivedUnits(buildDetails(), { isSuccess: true, transfers });

test('what arrives of a token is what it recorded for the recipient', () => {
  expect(arrived(to(BOB, 25_000_000n))).toBe(25_000_000n);
  expect(arrived(to(BOB, 24_500_000n), to(ALICE, 500_000n))).toBe(24_500_000n);
  expect(arrived(to(BOB, 20_000_000n), to(BOB, 4_000_000n))).toBe(24_000_000n);
  expect(arrived(to(BOB.toLowerCase() as PublicAddress, 1n))).toBe(1n);
});

test('nothing arrives when the token recorded nothing for the recipient', () => {
  expect(arrived()).toBe(0n);
  expect(arrived(to(ALICE, 25_000_000n))).toBe(0n);
  expect(arrived(to(BOB, 25_000_000n, KAX))).toBe(0n);
});

test('a token is not believed when it claims more than was sent', () => {
  expect(arrived(to(BOB, 25_000_001n))).toBe(25_000_000n);
  expect(arrived(to(BOB, 2n ** 256n - 1n), to(BOB, 2n ** 256n - 1n))).toBe(25_000_000n);
});

test('an unshield is paid out without the fee of the pool', () => {
  const unshield = buildPrivateTransaction();
  const sent = unshield.amount - (unshield.pool?.poolFee ?? 0n);
  const recipient = unshield.recipient as PublicAddress;
  const of = (units: bigint) => {
    const transfers = [to(recipient, units)];
    return arrivedUnits(unshield, { isSuccess: true, transfers });
  };
  expect(of(sent)).toBe(sent);
  expect(of(unshield.amount)).toBe(sent);
  expect(of(sent - 7n)).toBe(sent - 7n);
  expect(of(0n)).toBe(0n);
});

test.each([
  ['the native coin', buildDetails({ tokenId: POL.id }), true],
  ['a shield', buildShield(), true],
  ['a private transfer', buildPrivateTransaction({ kind: 'internal-transfer' }), true],
  ['an unshield of the native coin', buildPrivateTransaction({ tokenId: POL.id }), true],
  ['a step of a swap', buildDetails({ kind: 'swap' }), true],
  ['a payment that failed', buildDetails(), false],
])('for %s, success alone decides', (_what, details, isSuccess) => {
  expect(arrivedUnits(details, { isSuccess, transfers: [] })).toBeNull();
});
