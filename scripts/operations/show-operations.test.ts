import { describe, expect, test } from 'vitest';
import { hashOf, START, uuidOf } from '#testing/operation';
import type { Explanation } from '../../apps/api/src/operations/explain/explain-operation.ts';
import { CommandNotValid, parseCommand } from './parse-command.ts';
import { showExplanation, showList } from './show-operations.ts';

const explanation: Explanation = {
  id: uuidOf(1),
  kind: 'send',
  status: 'broadcast',
  userId: uuidOf(2),
  chainId: 137,
  network: 'Polygon',
  account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  nonce: 12,
  createdAt: new Date(START.getTime() - 250_000),
  dueAt: START,
  why: 'Waiting for a block for 4 min; rung 2 of 5 sent. The network charges 90 gwei, and its highest rung pays 60 gwei.',
  next: 'A worker sends rung 3 at 12:01:30 UTC (in 12 s).',
  feeSymbol: 'POL',
  claimEndsInMs: null,
  claims: 14,
  pricePerGas: '90000000000',
  transactions: [1, null].map((rung) => ({
    role: 'payment',
    rung,
    nonce: 12,
    hash: hashOf(rung ?? 9),
    maxFeePerGas: '60000000000',
    maxFee: '3900000000000000',
    isSent: rung !== null,
    nodes: ['one', 'two', 'three', 'four'].map((name) => ({
      host: `${name}.polygon.node.example`,
      sighting: 'unknown',
    })),
  })),
  accounts: [
    {
      host: 'one.polygon.node.example',
      latestBlock: '79000001',
      nextNonce: 12,
      nextPendingNonce: 14,
      balance: '512345678900000000',
      isEnough: true,
    },
    { host: 'two.polygon.node.example', problem: 'Node two.polygon.node.example is silent.' },
  ],
  history: [{ at: START, what: 'created' }],
};

describe('what an operator reads', () => {
  test('is at most 100 columns wide', () => {
    const texts = [showList([explanation], START), showExplanation(explanation, START)];
    const widths = texts.flatMap((text) => text.split('\n')).map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(100);
  });

  test('is one block for each operation', () => {
    expect(showList([explanation], START)).toBe(
      `1 open operation, oldest first.

send · broadcast · 4 min old
  Id       ${explanation.id}
  User     ${explanation.userId}
  Account  0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 on Polygon, nonce 12
  Why      Waiting for a block for 4 min; rung 2 of 5 sent. The network charges 90 gwei, and its
           highest rung pays 60 gwei.
  Next     A worker sends rung 3 at 12:01:30 UTC (in 12 s).`,
    );
    expect(showList([], START)).toBe('No operation is open.');
  });

  test('shows every transaction, every node and the past of one operation', () => {
    const text = showExplanation(explanation, START);
    expect(text).toContain('Signed transactions (the network charges 90 gwei)');
    expect(text).toContain('payment, rung 1        nonce 12      sent       60 gwei');
    expect(text).toContain('payment, cancellation  nonce 12      not sent   60 gwei');
    expect(text).toContain('0.512345 POL, enough');
    expect(text).toContain('Node two.polygon.node.example is silent.');
    expect(text).toContain('2026-01-02 03:04:05 UTC   created');
  });
});

describe('a command line', () => {
  test.each([
    [[], { name: 'list', isJson: false }],
    [['list', '--json'], { name: 'list', isJson: true }],
    [['explain', 'x', '--json'], { name: 'explain', id: 'x', isJson: true }],
    [['resend', 'x'], { name: 'resend', id: 'x' }],
    [['cancel', 'x', '--yes'], { name: 'cancel', id: 'x', isConfirmed: true }],
    [['cancel', '--help'], { name: 'help' }],
  ])('%j is understood', (given, command) => {
    expect(parseCommand(given)).toEqual(command);
  });

  test.each([[['pay']], [['resend']], [['resend', 'x', 'y']], [['list', 'x']], [['--force']]])(
    '%j is refused',
    (given) => {
      expect(() => parseCommand(given)).toThrow(CommandNotValid);
    },
  );
});
