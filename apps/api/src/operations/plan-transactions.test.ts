import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { ALICE, BOB } from '#testing/network';
import type { UnsignedTransaction } from '../ports/public-chain.ts';
import { ceilingOf, type PlannedCall, planTransactions } from './plan-transactions.ts';
import { priceCalls } from './price-calls.ts';

const POOL = `0x${'c3'.repeat(20)}` as PublicAddress;
const gas = fc.bigInt(21_000n, 30_000_000n);
const value = fc.bigInt(0n, 10n ** 24n);
const data = fc
  .uint8Array({ maxLength: 40 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const);
const call = fc.record({ to: fc.constantFrom(BOB, POOL), value, data, gas });
const nonce = fc.integer({ min: 0, max: 1_000_000 });
// Rounding makes the two dearer rungs of a single base unit the same.
const fees = fc
  .record({ tip: fc.bigInt(2n, 10n ** 12n), base: fc.bigInt(0n, 10n ** 12n) })
  .map(({ tip, base }) => ({
    maxFeePerGas: base + tip,
    maxPriorityFeePerGas: tip,
    feeCap: 10n ** 24n,
  }));
const calls = fc.record({
  chainId: fc.constantFrom(137, 31337),
  account: fc.constant(ALICE),
  approval: fc.option(call),
  call,
  fees,
  rungs: fc.constantFrom(3, 5),
});

test('every rung has the same payload under the same nonce, and dearer fees than the one before', () => {
  fc.assert(
    fc.property(calls, nonce, (planned, first) => {
      const approvalNonce = planned.approval === null ? null : first;
      const paymentNonce = planned.approval === null ? first : first + 1;
      const plan = planTransactions(planned, { nonce: paymentNonce, approvalNonce });
      expect(plan).toMatchObject({ account: ALICE, nonce: paymentNonce });
      expectLadder(plan.ladder, planned, { ...planned.call, nonce: paymentNonce });
      expect(plan.approval === null).toBe(planned.approval === null);
      if (plan.approval !== null && planned.approval !== null) {
        expect(plan.approval.nonce).toBe(first);
        expectLadder(plan.approval.ladder, planned, { ...planned.approval, nonce: first });
      }
    }),
  );
});

test('the fee ceiling covers whichever rungs are mined', () => {
  const limits = fc.array(gas, { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(calls, limits, ({ fees: present, ...planned }, [first = 0n, second = 0n]) => {
      const call = { to: POOL, value: 0n, data: '0x', gasIfUnknown: 1n } as const;
      const approval = planned.approval === null ? null : call;
      const simulated = (approval === null ? [second] : [first, second]).map((limit) => ({
        used: limit / 2n,
        limit,
      }));
      const price = { fees: present, pricePerGas: present.maxFeePerGas };
      const priced = priceCalls({ approval, call: call }, simulated, price);
      const nonces = { nonce: 1, approvalNonce: approval === null ? null : 0 };
      const plan = planTransactions({ ...planned, ...priced }, nonces);
      const dearest = [plan.ladder.at(-1), plan.approval?.ladder.at(-1)].reduce(
        (sum, rung) => sum + (rung === undefined ? 0n : rung.gas * rung.maxFeePerGas),
        0n,
      );
      expect(ceilingOf({ ...planned, ...priced })).toBe(dearest);
    }),
  );
});

test.each([
  ['an approval without a nonce', { to: POOL, value: 0n, data: '0x', gas: 1n } as const, null],
  ['a nonce without an approval', null, 4],
])('%s is a broken promise', (_what, approval, approvalNonce) => {
  const planned = {
    chainId: 31337,
    account: ALICE,
    approval,
    call: { to: BOB, value: 1n, data: '0x', gas: 21_000n } as const,
    fees: { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, feeCap: 10n ** 18n },
    rungs: 3,
  };
  expect(() => planTransactions(planned, { nonce: 5, approvalNonce })).toThrow('its nonce');
});

function expectLadder(
  ladder: readonly UnsignedTransaction[],
  { chainId, rungs }: { readonly chainId: number; readonly rungs: number },
  payload: PlannedCall & { readonly nonce: number },
): void {
  expect(ladder).toHaveLength(rungs);
  for (const { maxFeePerGas, maxPriorityFeePerGas, ...rung } of ladder) {
    expect(rung).toEqual({ chainId, ...payload });
    expect(maxPriorityFeePerGas).toBeLessThanOrEqual(maxFeePerGas);
  }
  ladder.slice(1).forEach((rung, index) => {
    const before = ladder[index];
    expect(rung.maxFeePerGas).toBeGreaterThan(before?.maxFeePerGas ?? 0n);
    expect(rung.maxPriorityFeePerGas).toBeGreaterThan(before?.maxPriorityFeePerGas ?? 0n);
  });
}
