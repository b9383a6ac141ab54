import fc from 'fast-check';
import { decodeFunctionData, encodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB } from '#testing/network';
import { checkSendPlan, type SendConfirmation } from './check-send-plan.ts';
import { type PublicPlan, transactionsOf } from './plan.ts';
import { PLAN_CHECK_SENTENCES, PLAN_CHECKS, type PlanCheck } from './plan-check.ts';
import { ceilingOf } from './planned-calls.ts';
import { anyAddress } from './plans.test-setup.ts';

const anySend = fc
  .record({
    account: anyAddress,
    chainId: fc.constantFrom(137, 31_337),
    token: fc.option(anyAddress),
    recipient: anyAddress,
    amount: fc.bigInt(1n, 2n ** 256n - 1n),
    nonce: fc.nat(1_000_000),
    gas: fc.bigInt(21_000n, 1_000_000n),
    tip: fc.bigInt(2n, 10n ** 11n),
    base: fc.bigInt(1n, 10n ** 12n),
    rungs: fc.integer({ min: 3, max: 5 }),
  })
  .map(({ account, chainId, token, recipient, amount, nonce, gas, tip, base, rungs }) => {
    const args = [recipient, amount] as const;
    const call =
      token === null
        ? { to: recipient, value: amount, data: '0x' as const }
        : {
            ...{ to: token, value: 0n },
            data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
          };
    const fees = { maxFeePerGas: base + tip, maxPriorityFeePerGas: tip, feeCap: 10n ** 24n };
    const plan: PublicPlan = {
      ...{ account, chainId, fees, rungs, approval: null },
      call: { nonce, gas, ...call },
    };
    const feeCeiling = ceilingOf(plan);
    const confirmation = { kind: 'send', chainId, token, recipient, amount, feeCeiling } as const;
    return { plan, confirmation };
  });

test('a plan that does what was confirmed is accepted, whatever capitals its owner’s address has', () => {
  fc.assert(
    fc.property(anySend, ({ plan, confirmation }) => {
      expect(checkSendPlan(plan, confirmation, plan.account)).toEqual({ ok: true });
      const { token, recipient } = confirmation;
      const inLowerCase = {
        ...confirmation,
        token: token?.toLowerCase() ?? null,
        recipient: recipient.toLowerCase(),
      };
      const account = plan.account.toLowerCase();
      expect(checkSendPlan(plan, inLowerCase, account)).toEqual({ ok: true });
    }),
  );
});

test('whatever an accepted plan has signed pays the recipient exactly the amount, or cancels, within the ceiling', () => {
  fc.assert(
    fc.property(anySend, ({ plan, confirmation }) => {
      const { token, recipient, amount, feeCeiling } = confirmation;
      const transactions = transactionsOf(plan);
      const cancellation = transactions.at(-1);
      for (const transaction of transactions.slice(0, -1)) {
        const { to, value, data, gas, maxFeePerGas, nonce } = transaction;
        expect(nonce).toBe(plan.call.nonce);
        expect(gas * maxFeePerGas).toBeLessThanOrEqual(feeCeiling);
        if (token === null) {
          expect({ to, value, data }).toEqual({ to: recipient, value: amount, data: '0x' });
        } else {
          expect({ to, value }).toEqual({ to: token, value: 0n });
          expect(decodeFunctionData({ abi: erc20Abi, data })).toEqual({
            functionName: 'transfer',
            args: [recipient, amount],
          });
        }
      }
      expect(cancellation).toMatchObject({ to: plan.account, value: 0n, data: '0x' });
      const { gas = 0n, maxFeePerGas = 0n } = cancellation ?? {};
      // 130 % of the dearest rung, rounded up to one more base unit for each gas.
      expect(gas * maxFeePerGas * 10n).toBeLessThanOrEqual(feeCeiling * 13n + gas * 10n);
    }),
  );
});

test('a plan with any other recipient, amount, token, chain or account than the confirmed one is refused', () => {
  fc.assert(
    fc.property(anySend, anySend, ({ plan }, { confirmation, plan: own }) => {
      const checked = checkSendPlan(plan, { ...confirmation, feeCeiling: 2n ** 256n }, own.account);
      expect(checked.ok).toBe(false);
    }),
  );
});

const MALLORY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' as typeof ALICE;
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3' as typeof ALICE;
const OTHER = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512' as typeof ALICE;
const AMOUNT = 1_000_000n;
const fees = {
  maxFeePerGas: 60n * 10n ** 9n,
  maxPriorityFeePerGas: 30n * 10n ** 9n,
  feeCap: 10n ** 18n,
};
const common = { account: ALICE, chainId: 137, fees, rungs: 3, approval: null };
const ofToken: PublicPlan = {
  ...common,
  call: { nonce: 7, gas: 60_000n, to: TOKEN, value: 0n, data: dataOf('transfer', [BOB, AMOUNT]) },
};
const ofCoin: PublicPlan = {
  ...common,
  call: { nonce: 7, gas: 21_000n, to: BOB, value: AMOUNT, data: '0x' },
};
const confirmed = { kind: 'send', chainId: 137, recipient: BOB, amount: AMOUNT } as const;
const confirmedToken: SendConfirmation = {
  ...{ ...confirmed, token: TOKEN, feeCeiling: ceilingOf(ofToken) },
};
const confirmedCoin: SendConfirmation = {
  ...{ ...confirmed, token: null, feeCeiling: ceilingOf(ofCoin) },
};

type Change = Omit<Partial<PublicPlan>, 'call'> & { readonly call?: Partial<PublicPlan['call']> };
type Lie = readonly [name: string, change: Change, check: PlanCheck];

const execution: readonly Lie[] = [
  ['another account', { account: MALLORY }, 'account'],
  ['another chain', { chainId: 1 }, 'chain'],
  ['a chain without a name', { chainId: 0 }, 'chain'],
  ['a nonce far ahead', { call: { nonce: 2 ** 31 } }, 'nonce'],
  ['too little gas to be mined', { call: { gas: 20_999n } }, 'gas'],
  ['no gas', { call: { gas: 0n } }, 'gas'],
  ['more gas than any payment', { call: { gas: 10_000_001n } }, 'gas'],
  ['no rung', { rungs: 0 }, 'rungs'],
  ['one rung', { rungs: 1 }, 'rungs'],
  ['a rung more than there are', { rungs: 6 }, 'rungs'],
  ['one rung more than confirmed', { rungs: 4 }, 'fee-ceiling'],
  ['no fee', { fees: { ...fees, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n } }, 'fees'],
  ['a tip above the fee', { fees: { ...fees, maxPriorityFeePerGas: 61n * 10n ** 9n } }, 'fees'],
  ['a cap that leaves next to no fee', { fees: { ...fees, feeCap: 1n } }, 'fees'],
  [
    'a fee above the confirmed one',
    { fees: { ...fees, maxFeePerGas: fees.maxFeePerGas + 1n } },
    'fee-ceiling',
  ],
];

describe('a plan for a token is refused', () => {
  const approved = { ...ofToken.call, nonce: 6, data: dataOf('approve', [MALLORY, AMOUNT]) };
  const lies: readonly Lie[] = [
    ...execution,
    ['another token', { call: { to: OTHER } }, 'token'],
    ['the recipient in place of the token', { call: { to: BOB } }, 'token'],
    ['the token’s owner in place of the token', { call: { to: ALICE } }, 'token'],
    ['another recipient', { call: { data: dataOf('transfer', [MALLORY, AMOUNT]) } }, 'recipient'],
    ['a recipient like the confirmed one', { call: { data: lookAlike() } }, 'recipient'],
    ['more', { call: { data: dataOf('transfer', [BOB, AMOUNT + 1n]) } }, 'amount'],
    ['less', { call: { data: dataOf('transfer', [BOB, AMOUNT - 1n]) } }, 'amount'],
    ['nothing', { call: { data: dataOf('transfer', [BOB, 0n]) } }, 'amount'],
    ['everything', { call: { data: dataOf('transfer', [BOB, 2n ** 256n - 1n]) } }, 'amount'],
    [
      'an approval in place of the payment',
      { call: { data: dataOf('approve', [BOB, AMOUNT]) } },
      'call',
    ],
    ['a payment out of another account', { call: { data: takenData() } }, 'call'],
    ['bytes after the payment', { call: { data: `${ofToken.call.data}00` } }, 'call'],
    ['bytes missing', { call: { data: ofToken.call.data.slice(0, -2) as '0x' } }, 'call'],
    ['no bytes', { call: { data: '0x' } }, 'call'],
    ['dirt before the recipient', { call: { data: dirtyData() } }, 'recipient'],
    ['native coin beside the token', { call: { value: 1n } }, 'call'],
    ['an approval before it', { approval: approved }, 'approval'],
    [
      'an approval of nothing before it',
      { approval: { ...approved, to: BOB, data: '0x' } },
      'approval',
    ],
  ];
  expectLies(lies, ofToken, confirmedToken);
});

describe('a plan for the native coin is refused', () => {
  const lies: readonly Lie[] = [
    ...execution,
    ['another recipient', { call: { to: MALLORY } }, 'recipient'],
    ['a token contract in place of the recipient', { call: { to: TOKEN } }, 'recipient'],
    ['more', { call: { value: AMOUNT + 1n } }, 'amount'],
    ['less', { call: { value: AMOUNT - 1n } }, 'amount'],
    ['nothing', { call: { value: 0n } }, 'amount'],
    ['a call of the recipient', { call: { data: '0xd0e30db0' } }, 'call'],
    ['a payment of a token', { call: { ...ofToken.call } }, 'recipient'],
    ['an approval before it', { approval: { ...ofToken.call, nonce: 6 } }, 'approval'],
  ];
  expectLies(lies, ofCoin, confirmedCoin);
});

test('each check has a sentence that says nothing was signed', () => {
  for (const check of PLAN_CHECKS) {
    expect(PLAN_CHECK_SENTENCES[check]).toMatch(/^The .*\. Nothing was signed\.$/);
  }
});

function expectLies(lies: readonly Lie[], plan: PublicPlan, confirmation: SendConfirmation): void {
  expect(checkSendPlan(plan, confirmation, ALICE)).toEqual({ ok: true });
  test.each(lies)('with %s', (_, change, check) => {
    const call = { ...plan.call, ...change.call };
    const lying = { ...plan, ...change, call };
    expect(checkSendPlan(lying, confirmation, ALICE)).toEqual({ ok: false, check });
  });
}

function dataOf(functionName: 'transfer' | 'approve', args: readonly [typeof ALICE, bigint]) {
  return encodeFunctionData({ abi: erc20Abi, functionName, args });
}

function takenData() {
  const args = [ALICE, BOB, AMOUNT] as const;
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args });
}

/** Same first and last digits, as vanity addresses have them. */
function lookAlike() {
  const like = `${BOB.slice(0, 10)}${'0'.repeat(24)}${BOB.slice(-8)}`.toLowerCase();
  return dataOf('transfer', [like as typeof BOB, AMOUNT]);
}

/** Contracts that ignore the first 12 bytes of the word would pay all the same. */
function dirtyData() {
  const { data } = ofToken.call;
  return `0x${data.slice(2, 10)}01${data.slice(12)}` as const;
}
