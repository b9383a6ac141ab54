import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { ALICE, BOB } from '#testing/network';
import {
  decideSigning,
  isVoidedBy,
  type SignatureLog,
  withSignature,
  withUsed,
  withVoid,
} from '../signature-log.ts';
import { checkSendPlan } from './check-send-plan.ts';
import { checkVoidPlan } from './check-void-plan.ts';
import { type PublicPlan, transactionsOf } from './plan.ts';
import { nonceUse, publicOrder } from './plan-parts.ts';
import { ceilingOf } from './planned-calls.ts';

const AMOUNT = 1_000n;
const CHAIN = 137;
const feeOf = (percent: bigint) => ({
  ...{ maxFeePerGas: 600n * percent, maxPriorityFeePerGas: 300n * percent, feeCap: 10n ** 18n },
});

/** A payment of one order, told apart by its amount, as the server plans it. */
function planOf({ order, nonce, percent }: { order: number; nonce: number; percent: bigint }) {
  const call = { nonce, gas: 21_000n, to: BOB, value: AMOUNT + BigInt(order), data: '0x' as const };
  const fees = feeOf(percent);
  return { account: ALICE, chainId: CHAIN, fees, rungs: 3, approval: null, call };
}

const anyNonce = fc.integer({ min: 5, max: 9 });
const anyRequest = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ order: fc.nat(2), nonce: anyNonce, percent: fc.bigInt(100n, 103n) }),
  },
  { weight: 1, arbitrary: fc.record({ used: anyNonce }) },
);

test('each order pays at most once, whatever plans a server has signed and whichever of the transactions are mined', () => {
  fc.assert(
    fc.property(
      fc.array(anyRequest, { maxLength: 30 }),
      fc.infiniteStream(fc.nat(1000)),
      (requests, dice) => {
        let log: SignatureLog = [];
        const withheld: UnsignedTransaction[] = [];
        for (const request of requests) {
          if ('used' in request) {
            const use = nonceUse({ chainId: CHAIN, account: ALICE, nonce: request.used });
            log = withUsed(log, new Set([use]));
            continue;
          }
          const plan = planOf(request);
          const amount = plan.call.value;
          const confirmed = { kind: 'send', chainId: CHAIN, token: null, recipient: BOB } as const;
          const feeCeiling = ceilingOf(plan);
          const checked = checkSendPlan(plan, { ...confirmed, amount, feeCeiling }, ALICE);
          expect(checked.ok).toBe(true);
          const order = publicOrder(`${request.order}`, plan, amount);
          if (!decideSigning(log, order).startsWith('sign')) continue;
          log = withSignature(log, order);
          withheld.push(...transactionsOf(plan));
        }
        const mined = new Map<number, UnsignedTransaction>();
        const shuffled = withheld.map((each) => ({ each, at: dice.next().value ?? 0 }));
        for (const { each } of shuffled.toSorted((one, other) => one.at - other.at)) {
          if (!mined.has(each.nonce)) mined.set(each.nonce, each);
        }
        const paid = [...mined.values()].filter(({ to }) => to === BOB).map(({ value }) => value);
        expect(new Set(paid).size).toBe(paid.length);
      },
    ),
    { numRuns: 1000 },
  );
});

test('a void is a transaction to oneself that moves nothing, under a nonce that ends the order', () => {
  const plan = planOf({ order: 0, nonce: 7, percent: 100n });
  const log = withSignature([], publicOrder('order', plan, AMOUNT));
  const voiding = voidPlan(7);
  const confirmation = { kind: 'void', chainId: CHAIN, feeCeiling: ceilingOf(voiding) } as const;
  expect(checkVoidPlan(voiding, confirmation, ALICE)).toEqual({ ok: true });
  const uses = ({ account, chainId, call: { nonce } }: PublicPlan) =>
    new Set([nonceUse({ account, chainId, nonce })]);
  expect(isVoidedBy(log, 'order', uses(voiding))).toBe(true);
  expect(isVoidedBy(log, 'order', uses(voidPlan(8)))).toBe(false);
  expect(isVoidedBy(log, 'order', uses({ ...voiding, chainId: 1 }))).toBe(false);
  expect(isVoidedBy(log, 'order', uses({ ...voiding, account: BOB }))).toBe(false);
  const again = planOf({ order: 0, nonce: 7, percent: 200n });
  expect(decideSigning(withVoid(log, 'order'), publicOrder('order', again, AMOUNT))).toBe(
    'order-over',
  );
});

test.each<[string, Partial<PublicPlan>, string]>([
  ['of another account', { account: BOB }, 'account'],
  ['on another chain', { chainId: 1 }, 'chain'],
  ['with an approval', { approval: voidPlan(6).call }, 'approval'],
  ['to someone else', { call: { ...voidPlan(7).call, to: BOB } }, 'recipient'],
  ['with an amount', { call: { ...voidPlan(7).call, value: 1n } }, 'amount'],
  ['with a call', { call: { ...voidPlan(7).call, data: '0x00' } }, 'call'],
  ['above the fee that was confirmed', { fees: feeOf(101n) }, 'fee-ceiling'],
])('a void %s is refused', (_, change, check) => {
  const confirmation = {
    kind: 'void',
    chainId: CHAIN,
    feeCeiling: ceilingOf(voidPlan(7)),
  } as const;
  const checked = checkVoidPlan({ ...voidPlan(7), ...change }, confirmation, ALICE);
  expect(checked).toEqual({ ok: false, check });
});

test('what carries native coin before a call is a part of its own, an approval is none', () => {
  const plan = planOf({ order: 0, nonce: 7, percent: 100n });
  const approval = { ...plan.call, nonce: 6, value: 0n };
  const [only, ...none] = publicOrder('order', { ...plan, approval }, AMOUNT).parts;
  expect(only).toEqual({ uses: [`137 ${ALICE.toLowerCase()} 7`], pays: AMOUNT });
  expect(none).toEqual([]);
  const deposit = { ...approval, value: 5n };
  const { parts } = publicOrder('order', { ...plan, approval: deposit }, AMOUNT);
  expect(parts).toEqual([{ uses: [`137 ${ALICE.toLowerCase()} 6`], pays: 5n }, only]);
});

function voidPlan(nonce: number): PublicPlan {
  const call = { nonce, gas: 21_000n, to: ALICE, value: 0n, data: '0x' as const };
  return { account: ALICE, chainId: CHAIN, fees: feeOf(100n), rungs: 3, approval: null, call };
}
