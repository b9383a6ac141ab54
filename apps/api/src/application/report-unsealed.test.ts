import { expect, it } from 'vitest';
import type { RowSeals, SealedRow } from '../ports/row-seals.ts';
import { reportUnsealed, type UnsealedRow } from './report-unsealed.ts';

const row: SealedRow = { table: 'prices', id: 'pol', owner: 'alice', counter: 0 };
const right = Uint8Array.of(1);
const plain: RowSeals = { seal: () => right, isSealed: (_row, _fields, seal) => seal === right };

function reporting() {
  const reported: UnsealedRow[] = [];
  let now = 0;
  const clock = { now: () => new Date(now) };
  const seals = reportUnsealed(plain, { clock, report: (each) => reported.push(each) });
  return { seals, reported, later: (ms: number) => (now += ms) };
}

it('reports a row without its seal, and nothing of a right one', () => {
  const { seals, reported } = reporting();
  expect(seals.isSealed(row, ['secret'], right)).toBe(true);
  expect(reported).toEqual([]);
  expect(seals.isSealed(row, ['secret'], null)).toBe(false);
  const message = 'A row of prices does not have its seal.';
  expect(reported).toEqual([{ message, rowId: 'pol', owner: 'alice' }]);
});

it('reports each row at most once a minute', () => {
  const { seals, reported, later } = reporting();
  seals.isSealed(row, [], null);
  later(59_999);
  seals.isSealed(row, [], null);
  expect(reported).toHaveLength(1);
  seals.isSealed({ ...row, id: 'usdc' }, [], null);
  expect(reported).toHaveLength(2);
  later(1);
  seals.isSealed(row, [], null);
  expect(reported).toHaveLength(3);
});
