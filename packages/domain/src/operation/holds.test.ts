import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KAX, POL, USDC } from '#testing/network';
import {
  buildDetails,
  buildInclusion,
  buildPrivateTransaction,
  buildShield,
  buildSigned,
  NONCE_TAKEN,
} from '#testing/operation';
import { toBaseUnits } from '../amount/base-units.ts';
import { checkFunds } from './check-funds.ts';
import { type Hold, heldUnits, holdsOf } from './holds.ts';
import { startOperation } from './operation.ts';
import { transition } from './transition.ts';

const units = (value: bigint) => toBaseUnits(value);
const BLOCK = 50n;

describe('what a payment holds', () => {
  test('is its amount in its token and its highest fee in the native coin', () => {
    const holds = holdsOf(buildSigned({ amount: units(25n), feeCeiling: units(4n) }));
    expect(heldUnits(holds, USDC.id, BLOCK)).toBe(25n);
    expect(heldUnits(holds, POL.id, BLOCK)).toBe(4n);
    expect(heldUnits(holds, KAX.id, BLOCK)).toBe(0n);
  });

  test('is both for the native coin', () => {
    const holds = holdsOf(
      buildSigned({ tokenId: POL.id, amount: units(25n), feeCeiling: units(4n) }),
    );
    expect(heldUnits(holds, POL.id, BLOCK)).toBe(29n);
  });

  test('is released only for balances as of its block or a later one', () => {
    const inclusion = buildInclusion({ blockNumber: BLOCK });
    const holds = holdsOf(transition(buildSigned(), { type: 'mined', inclusion }));
    expect(heldUnits(holds, USDC.id, BLOCK - 1n)).toBeGreaterThan(0n);
    expect(heldUnits(holds, USDC.id, BLOCK)).toBe(0n);
    expect(heldUnits(holds, USDC.id, BLOCK + 1n)).toBe(0n);
  });

  test('includes what is shielded, like what is sent to others', () => {
    const holds = holdsOf(buildSigned(buildShield({ amount: units(25n), feeCeiling: units(4n) })));
    expect(heldUnits(holds, USDC.id, BLOCK)).toBe(25n);
    expect(heldUnits(holds, POL.id, BLOCK)).toBe(4n);
  });

  test('is the fee alone for a private transaction that the broadcaster sends', () => {
    const privateTransaction = buildPrivateTransaction({
      amount: units(25n),
      feeCeiling: units(4n),
    });
    expect(holdsOf(startOperation(privateTransaction))).toEqual([]);
    const holds = holdsOf(buildSigned(privateTransaction));
    expect(heldUnits(holds, USDC.id, BLOCK)).toBe(0n);
    expect(heldUnits(holds, POL.id, BLOCK)).toBe(4n);
  });

  test('is nothing when it was replaced', () => {
    expect(holdsOf(transition(buildSigned(), NONCE_TAKEN))).toEqual([]);
  });
});

describe('funds', () => {
  const details = buildDetails({ amount: units(60n), feeCeiling: units(10n) });
  const funds = { blockNumber: BLOCK, tokenBalance: units(100n), nativeBalance: units(10n) };

  test('suffice for one payment of 60 % and not for two', () => {
    expect(checkFunds(details, funds, [])).toEqual({ ok: true });
    const holds = holdsOf(buildSigned({ amount: units(60n), feeCeiling: units(0n) }));
    expect(checkFunds(details, funds, holds)).toEqual({ ok: false, of: 'token', available: 40n });
  });

  test('must cover the highest fee besides a native payment', () => {
    const native = { ...details, tokenId: POL.id };
    const exact = { ...funds, tokenBalance: units(70n), nativeBalance: units(70n) };
    expect(checkFunds(native, exact, [])).toEqual({ ok: true });
    const short = { ...funds, tokenBalance: units(69n), nativeBalance: units(69n) };
    expect(checkFunds(native, short, [])).toEqual({ ok: false, of: 'fee', available: 69n });
  });

  test('are not held on another chain', () => {
    const elsewhere = holdsOf(buildSigned({ chainId: 43114 }));
    expect(checkFunds(details, funds, elsewhere)).toEqual({ ok: true });
  });

  test('no sequence of accepted payments exceeds the balance', () => {
    const payments = fc.array(fc.bigInt({ min: 1n, max: 100n }), { maxLength: 40 });
    fc.assert(
      fc.property(payments, fc.bigInt({ min: 0n, max: 500n }), (amounts, balance) => {
        const holds: Hold[] = [];
        let sum = 0n;
        for (const value of amounts) {
          const payment = { ...details, amount: units(value), feeCeiling: units(0n) };
          const there = { ...funds, tokenBalance: units(balance) };
          if (!checkFunds(payment, there, holds).ok) continue;
          sum += value;
          holds.push(...holdsOf(buildSigned(payment)));
        }
        expect(sum).toBeLessThanOrEqual(balance);
      }),
    );
  });
});
