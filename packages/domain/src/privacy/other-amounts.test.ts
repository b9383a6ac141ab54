import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PublicAddress } from '../address/address.ts';
import type { TokenId } from '../token/token.ts';
import { amountReasons, type OwnShield } from './forecast.ts';
import { type AmountRequest, otherAmounts } from './other-amounts.ts';

const FEE_BPS = 25n;

function shieldOf(paid: bigint): OwnShield {
  return {
    tokenId: 'polygon-usdc' as TokenId,
    paid,
    arrived: paid - (paid * FEE_BPS) / 10_000n,
    from: '0x1111111111111111111111111111111111111111' as PublicAddress,
    at: new Date('2026-11-12T00:00:00Z'),
  };
}

function request(more: Partial<AmountRequest> = {}): AmountRequest {
  return {
    leaves: 997_500_000n,
    feeBps: FEE_BPS,
    shields: [shieldOf(1_000_000_000n)],
    othersShielded: [],
    common: [],
    ...more,
  };
}

test('without others it offers round amounts below the planned one, nearest first', () => {
  expect(otherAmounts(request())).toEqual([990_000_000n, 950_000_000n, 900_000_000n]);
  expect(otherAmounts(request({ leaves: 12_345_678n }))).toEqual([
    12_000_000n,
    11_000_000n,
    10_000_000n,
  ]);
  expect(otherAmounts(request({ leaves: 1_000_000_000n }))).toEqual([900_000_000n, 500_000_000n]);
});

test('amounts that many others moved come before round ones', () => {
  const common = [
    { amount: 700_000_000n, users: 12 },
    { amount: 800_000_000n, users: 3 },
    { amount: 900_000_000n, users: 2 },
    { amount: 400_000_000n, users: 50 },
    { amount: 1_000_000_000n, users: 50 },
  ];
  expect(otherAmounts(request({ common }))).toEqual([990_000_000n, 800_000_000n, 700_000_000n]);
});

test('leaves out the amount of an own shield or a sum of own shields, with or without the fee', () => {
  const shields = [shieldOf(990_000_000n), shieldOf(600_000_000n), shieldOf(352_380_952n)];
  expect(shields[1]?.arrived).toBe(598_500_000n);
  expect(shields[2]?.arrived).toBe(351_500_000n);
  expect(otherAmounts(request({ shields }))).toEqual([980_000_000n, 900_000_000n, 800_000_000n]);
});

test('an amount of an own shield may be offered if others also shielded it', () => {
  const shields = [shieldOf(990_000_000n)];
  expect(otherAmounts(request({ shields, othersShielded: [990_000_000n] }))[0]).toBe(990_000_000n);
});

test('offers nothing for an amount that cannot be made rounder', () => {
  expect(otherAmounts(request({ leaves: 1n }))).toEqual([]);
});

test('whatever is planned, an offer is smaller, at least half of it, and reveals nothing by itself', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 24n });
  fc.assert(
    fc.property(units, fc.array(units, { maxLength: 6 }), (leaves, paid) => {
      const shields = paid.map(shieldOf);
      for (const amount of otherAmounts(request({ leaves, shields }))) {
        expect(amount).toBeLessThan(leaves);
        expect(amount * 2n).toBeGreaterThanOrEqual(leaves);
        const received = amount - (amount * FEE_BPS) / 10_000n;
        expect(amountReasons({ leaves: amount, received }, shields, [])).toEqual([]);
      }
    }),
  );
});
