import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { ladderOf } from '#signing/public/plan';
import { ceilingOf, type PlannedCall, type PlannedCalls } from '#signing/public/planned-calls';
import { ALICE, BOB } from '#testing/network';
import { type PlanNonces, planTransactions } from './plan-transactions.ts';
import { callsInOrder, priceCalls } from './price-calls.ts';

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
      const nonces = { nonce: paymentNonce, approvalNonce, resetNonce: null };
      const plan = laddersOf(planned, nonces);
      expect(plan.nonce).toBe(paymentNonce);
      expectLadder(plan.ladder, planned, { ...planned.call, nonce: paymentNonce });
      expect(plan.approval === null).toBe(planned.approval === null);
      if (plan.approval !== null && planned.approval !== null) {
        expect(plan.approval.nonce).toBe(first);
        expectLadder(plan.approval.ladder, planned, { ...planned.approval, nonce: first });
      }
    }),
  );
});

test('each nonce has one cancellation: nothing to itself, dearer than every rung', () => {
  fc.assert(
    fc.property(calls, nonce, (given, first) => {
      const planned = { ...given, approval: given.approval && { ...given.approval, value: 0n } };
      const approvalNonce = planned.approval === null ? null : first;
      const nonces = { nonce: first + 1, approvalNonce, resetNonce: null };
      const { cancellation, ladder, approval } = laddersOf(planned, nonces);
      const top = ladder.at(-1)?.maxFeePerGas ?? 0n;
      const nothing = { chainId: planned.chainId, to: ALICE, value: 0n, data: '0x', gas: 21_000n };
      expect(cancellation).toMatchObject({ ...nothing, nonce: first + 1 });
      expect(cancellation.maxFeePerGas * 10n).toBeGreaterThanOrEqual(top * 13n);
      if (approval !== null)
        expect(approval.cancellation).toEqual({ ...cancellation, nonce: first });
    }),
  );
});

test('what carries native coin before a call is sent once more when the operation is cancelled', () => {
  const carrying = fc.record({ call, more: fc.bigInt(1n, 10n ** 24n) });
  fc.assert(
    fc.property(calls, carrying, nonce, (given, { call: before, more }, first) => {
      const approval = { ...before, value: before.value + more };
      const nonces = { nonce: first + 1, approvalNonce: first, resetNonce: null };
      const plan = laddersOf({ ...given, approval }, nonces);
      const { cancellation, ladder } = plan.approval ?? { cancellation: null, ladder: [] };
      const top = ladder.at(-1)?.maxFeePerGas ?? 0n;
      expect(cancellation).toMatchObject({ ...approval, chainId: given.chainId, nonce: first });
      expect((cancellation?.maxFeePerGas ?? 0n) * 10n).toBeGreaterThanOrEqual(top * 13n);
      expect(plan.cancellation).toMatchObject({ to: ALICE, value: 0n, gas: 21_000n });
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
      const approvalNonce = approval === null ? null : 0;
      const nonces = { nonce: 1, approvalNonce, resetNonce: null };
      const plan = laddersOf({ ...planned, ...priced }, nonces);
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
  const nonces = { nonce: 5, approvalNonce, resetNonce: null };
  expect(() => planTransactions(planned, nonces)).toThrow('its nonce');
});

test('a reset has a ladder of its own before the approval, and its gas in the ceiling', () => {
  const present = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n, feeCap: 10n ** 18n };
  const unpriced = { to: POOL, value: 0n, data: '0x01', gasIfUnknown: 1n } as const;
  const reset = { ...unpriced, data: '0x00' } as const;
  const given = { approval: { ...unpriced, reset }, call: { ...unpriced, data: '0x02' } as const };
  expect(callsInOrder(given).map(({ data }) => data)).toEqual(['0x00', '0x01', '0x02']);
  const simulated = [3n, 5n, 7n].map((limit) => ({ used: limit, limit }));
  const price = { fees: present, pricePerGas: 2n };
  const priced = priceCalls(given, simulated, price);
  expect(priced.estimatedFee).toBe(30n);
  const nonces = { nonce: 9, approvalNonce: 8, resetNonce: 4 };
  const planned = { ...priced, chainId: 31337, account: ALICE, rungs: 3 };
  expect(ceilingOf(planned)).toBe(15n * 20n);
  const { approval } = laddersOf(planned, nonces);
  expect(approval).toMatchObject({ nonce: 8, reset: { nonce: 4, cancellation: { nonce: 4 } } });
  expect(approval?.reset?.ladder.map(({ gas: limit, data }) => [limit, data])).toEqual([
    [3n, '0x00'],
    [3n, '0x00'],
    [3n, '0x00'],
  ]);
  expect(() => planTransactions(planned, { ...nonces, resetNonce: null })).toThrow('its nonce');
  expect(() => priceCalls(given, simulated.slice(1), price)).toThrow('every call');
});

/** What follows from a plan, each under its name. */
function laddersOf(calls: PlannedCalls, nonces: PlanNonces) {
  const plan = planTransactions(calls, nonces);
  expect(plan.account).toBe(calls.account);
  const [call, approval = null, reset] = ladderOf(plan).toReversed();
  if (call === undefined) throw new Error('Nothing was planned.');
  return { ...call, approval: approval && { ...approval, ...(reset && { reset }) } };
}

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
