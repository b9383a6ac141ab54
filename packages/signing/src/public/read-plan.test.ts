import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnreadableMessage } from '../messages/read-fields.ts';
import { ladderOf, transactionsOf } from './plan.ts';
import { ceilingOf } from './planned-calls.ts';
import { anyPlan } from './plans.test-setup.ts';
import { readPublicPlan, writePublicPlan } from './read-plan.ts';

test('a plan that was written as JSON is read as the same plan, with the same transactions', () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const read = readPublicPlan(JSON.parse(JSON.stringify(writePublicPlan(plan))));
      expect(read).toEqual(plan);
      expect(transactionsOf(read)).toEqual(transactionsOf(plan));
    }),
  );
});

test('every transaction of a plan is of its chain, under one of its nonces, and no rung of all costs more than the ceiling', () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const nonces = ladderOf(plan);
      const calls = [plan.approval?.reset, plan.approval, plan.call].filter((call) => call != null);
      expect(nonces.map(({ nonce }) => nonce)).toEqual(calls.map(({ nonce }) => nonce));
      const top = ceilingOf(plan) - (plan.approval?.value ?? 0n);
      const together = (rung: number) =>
        nonces.reduce((sum, { ladder }) => {
          const transaction = ladder[rung];
          return sum + (transaction ? transaction.gas * transaction.maxFeePerGas : 0n);
        }, 0n);
      const lengths = new Set(nonces.map(({ ladder }) => ladder.length));
      expect(lengths.size).toBe(1);
      for (let rung = 0; rung < plan.rungs; rung += 1) {
        expect(together(rung)).toBeLessThanOrEqual(top);
      }
      for (const transaction of transactionsOf(plan)) {
        expect(transaction.chainId).toBe(plan.chainId);
        expect(transaction.gas * transaction.maxFeePerGas).toBeLessThanOrEqual(plan.fees.feeCap);
      }
    }),
  );
});

test('what is not exactly a plan is not read: missing, added and changed fields', () => {
  const [plan] = fc.sample(anyPlan, { numRuns: 1, seed: 7 });
  if (plan === undefined) throw new Error('No sample.');
  const approval = { ...plan.call, nonce: 1, reset: { ...plan.call, nonce: 0 } };
  const message = writePublicPlan({ ...plan, approval });
  const { call } = message;
  expect(readPublicPlan(message).approval).toEqual(approval);
  const falsified: readonly unknown[] = [
    null,
    [],
    'plan',
    { ...message, account: message.account.toLowerCase() },
    { ...message, account: undefined },
    { ...message, chainId: '137' },
    { ...message, chainId: -1 },
    { ...message, chainId: 1.5 },
    { ...message, rungs: '3' },
    { ...message, more: 1 },
    { ...message, approval: undefined },
    { ...message, approval: [] },
    { ...message, approval: { ...message.approval, reset: null } },
    { ...message, approval: { ...message.approval, spender: '0x' } },
    { ...message, fees: { ...message.fees, feeCap: 1 } },
    { ...message, fees: { ...message.fees, feeCap: '01' } },
    { ...message, fees: { ...message.fees, maxFeePerGas: '-1' } },
    { ...message, fees: { ...message.fees, maxFeePerGas: '0x10' } },
    { ...message, call: { ...call, value: (2n ** 256n).toString() } },
    { ...message, call: { ...call, value: 5 } },
    { ...message, call: { ...call, data: '0xA9' } },
    { ...message, call: { ...call, data: '0xa' } },
    { ...message, call: { ...call, data: 'a9' } },
    { ...message, call: { ...call, data: `0x${'00'.repeat(100_000)}` } },
    { ...message, call: { ...call, to: null } },
    { ...message, call: { ...call, to: '0x' } },
    { ...message, call: { ...call, nonce: '1' } },
    { ...message, call: { ...call, gas: '' } },
    { ...message, call: { ...call, accessList: [] } },
  ];
  for (const given of falsified) expect(() => readPublicPlan(given)).toThrow(UnreadableMessage);
});
