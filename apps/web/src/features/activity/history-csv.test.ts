import { expect, test } from 'vitest';
import { buildActivity } from '#testing/activity';
import type { ActivityTransaction } from '#wire/wallet/history';
import { historyCsv } from './history-csv.ts';

function linesOf(...transactions: readonly ActivityTransaction[]): readonly string[] {
  const rows = transactions.map(
    (transaction) => ({ mode: 'public', transaction, note: null }) as const,
  );
  return historyCsv(rows).replace('\uFEFF', '').split('\r\n');
}

test('a row has every column and the exact, signed amount', () => {
  const [head, line, end] = linesOf(buildActivity({ amount: '0.000001', direction: 'out' }));
  expect(head).toBe(
    'Date,Type,Token,Chain,Status,Amount,From,To,Transaction,Network fee,Fee token,Memo,Operation,Balance,Note',
  );
  expect(line?.split(',').slice(0, 6)).toEqual([
    '2026-11-21T10:00:00.000Z',
    'receive',
    'USDC',
    'Polygon',
    'success',
    '-0.000001',
  ]);
  expect(end).toBe('');
});

test('a fee is listed once per transaction, so that the column adds up', () => {
  const fee = { paid: '4118000000000000', symbol: 'POL', decimals: 18 };
  const lines = linesOf(
    buildActivity({ id: 'a', fee }),
    buildActivity({ id: 'b', fee }),
    buildActivity({ id: 'c', fee, transactionHash: '0x2' }),
  );
  expect(lines.slice(1, 4).map((line) => line.split(',').slice(9, 11))).toEqual([
    ['0.004118', 'POL'],
    ['', ''],
    ['0.004118', 'POL'],
  ]);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-cmd', "'-cmd"],
  ['Dinner, thank you', '"Dinner, thank you"'],
  ['say "hi"', '"say ""hi"""'],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
])('the memo %s is escaped: it is not run as a formula and stays in its cell', (memo, cell) => {
  expect(linesOf(buildActivity({ memo }))[1]).toContain(`,${cell},`);
});

test('approvals and failed transactions have the amount 0', () => {
  const permission = buildActivity({ type: 'approve', direction: 'none', amount: '5' });
  const failed = buildActivity({ direction: 'out', amount: '0', status: 'failed' });
  expect(
    linesOf(permission, failed)
      .slice(1, 3)
      .map((line) => line.split(',')[5]),
  ).toEqual(['0', '0']);
});

test('a row names the balance that it changed', () => {
  const csv = historyCsv([
    {
      mode: 'public',
      transaction: buildActivity({ type: 'shield', direction: 'out' }),
      note: null,
    },
    { mode: 'private', transaction: buildActivity({ type: 'shield' }), note: null },
  ]);
  const balances = csv.split('\r\n').map((line) => line.split(',').at(-2));
  expect(balances).toEqual(['Balance', 'public', 'private', undefined]);
});

test('a row has what the user noted about its entry, which no spreadsheet runs', () => {
  const csv = historyCsv([
    { mode: 'public', transaction: buildActivity({}), note: '=1+1 for dinner, and tips' },
  ]);
  expect(csv.split('\r\n')[1]).toMatch(/,public,"'=1\+1 for dinner, and tips"$/);
});
