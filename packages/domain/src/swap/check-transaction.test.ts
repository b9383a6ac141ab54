import { describe, expect, it } from 'vitest';
import {
  type AgreedStep,
  areChangesAgreed,
  checkApproval,
  checkStepCall,
  type RequestedCall,
} from './check-transaction.ts';

const ACCOUNT = `0x${'a1'.repeat(20)}`;
const TOKEN = `0x${'b2'.repeat(20)}`;
const ROUTER = `0x${'c3'.repeat(20)}`;
const THIEF = `0x${'d4'.repeat(20)}`;

const word = (address: string) => address.slice(2).padStart(64, '0');
const approveData = (spender: string, amount: bigint) =>
  `0x095ea7b3${word(spender)}${amount.toString(16).padStart(64, '0')}`;

const agreed: AgreedStep = {
  blockchain: 'POLYGON',
  account: ACCOUNT,
  tokenAddress: TOKEN,
  amount: 1_000n,
  nativeFee: 5n,
  tokenAddresses: [TOKEN],
  contracts: [ROUTER.toUpperCase().replace('0X', '0x')],
};
const requested: RequestedCall = {
  blockchain: 'POLYGON',
  isApproval: false,
  from: ACCOUNT,
  to: ROUTER,
  data: `0x12345678${word(ACCOUNT)}`,
  value: 0n,
};
const approval: RequestedCall = {
  ...requested,
  isApproval: true,
  to: TOKEN,
  data: approveData(ROUTER, 1_000n),
};

describe('the transaction of a step', () => {
  it('is accepted when it matches the step', () => {
    expect(checkStepCall(requested, agreed)).toBeNull();
    expect(
      checkStepCall({ ...requested, from: ACCOUNT.toUpperCase().replace('0X', '0x') }, agreed),
    ).toBeNull();
    expect(
      checkStepCall({ ...requested, value: 1_005n }, { ...agreed, tokenAddress: null }),
    ).toBeNull();
  });

  it.each<[string, Partial<RequestedCall>]>([
    ['other-chain', { blockchain: 'AVAX_CCHAIN' }],
    ['other-account', { from: THIEF }],
    ['not-a-call', { data: '0x' }],
    ['not-a-call', { isApproval: true }],
    ['not-a-call', { to: 'router' }],
    ['calls-a-token', { to: TOKEN }],
    ['unknown-contract', { to: THIEF }],
    ['unknown-recipient', { data: `0x12345678${word(THIEF)}` }],
    ['too-much-value', { value: 6n }],
  ])('is refused as %s', (error, change) => {
    expect(checkStepCall({ ...requested, ...change }, agreed)).toBe(error);
  });
});

describe('the approval before a step', () => {
  it('is accepted up to the amount sold', () => {
    expect(checkApproval(approval, agreed, ROUTER)).toBeNull();
  });

  it.each<[string, Partial<RequestedCall>]>([
    ['other-chain', { blockchain: 'AVAX_CCHAIN' }],
    ['other-account', { from: THIEF }],
    ['other-token', { to: THIEF }],
    ['other-spender', { data: approveData(THIEF, 1_000n) }],
    ['approves-too-much', { data: approveData(ROUTER, 1_001n) }],
    ['approves-too-much', { data: approveData(ROUTER, 2n ** 256n - 1n) }],
    ['not-an-approval', { data: `${approveData(ROUTER, 1n)}00` }],
    ['not-an-approval', { data: approveData(ROUTER, 1n).replace('095ea7b3', 'a9059cbb') }],
    ['not-an-approval', { value: 1n }],
  ])('is refused as %s', (error, change) => {
    expect(checkApproval({ ...approval, ...change }, agreed, ROUTER)).toBe(error);
  });
});

describe('the result of a simulation', () => {
  const terms = { most: 1_000n, minimumOutput: 900n };
  const native = (change: bigint) => ({ change, most: 5n });
  const token = (change: bigint) => ({ change, most: 0n });
  it.each([
    [true, { input: -1_000n, output: 900n, others: [native(0n), token(0n)] }],
    [true, { input: -1_000n, output: 900n, others: [native(1n), token(1n)] }],
    [true, { input: -1_000n, output: null, others: [native(-5n)] }],
    // What the native coin may lose is no limit of another token.
    [false, { input: -1_000n, output: null, others: [native(-5n), token(-1n)] }],
    [false, { input: -1_001n, output: 900n, others: [] }],
    [false, { input: 0n, output: 900n, others: [] }],
    [false, { input: -1_000n, output: 899n, others: [] }],
    [false, { input: -1_000n, output: 900n, others: [native(-6n)] }],
  ])('is agreed: %s', (isAgreed, changes) => {
    expect(areChangesAgreed(changes, terms)).toBe(isAgreed);
  });
});
