import { expect, it } from 'vitest';
import { findPoolProblem } from './pool-problem.ts';

it.each([
  ['RAILGUN spendable private balance too low for 0xaa. Amount required: 2.', 'balance-too-low'],
  ['Private balance too low to pay broadcaster fee.', 'fee-not-covered'],
  ['Balance too low: requires additional UTXOs to satisfy spending solution.', 'notes-fragmented'],
  ['Could not find enough UTXOs to satisfy unshield.', 'notes-fragmented'],
  ['execution reverted: "RailgunLogic: Note already spent"', 'not-scanned'],
  ['RailgunSmartWallet: Invalid Merkle Root. Please sync your balances.', 'not-scanned'],
  ['missing revert data (action="estimateGas", data=null, reason=null)', 'not-scanned'],
  ['execution reverted: "BalanceTooLow"', 'refused'],
])('recognizes the meaning of "%s"', (message, problem) => {
  expect(findPoolProblem(new Error(message))).toMatchObject({ problem });
  const wrapped = new Error('Gas estimate failed.', { cause: new Error(message) });
  expect(findPoolProblem(wrapped)).toMatchObject({ problem });
});

it('cuts off the call that a message may contain, and does not recognize unknown messages', () => {
  const long = new Error(`execution reverted 0x${'ab'.repeat(5000)}`);
  expect(findPoolProblem(long)?.detail).toHaveLength(300);
  expect(findPoolProblem(new Error('socket hang up'))).toBeNull();
});
