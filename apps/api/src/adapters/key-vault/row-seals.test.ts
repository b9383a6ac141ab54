import { expect, it } from 'vitest';
import type { SealedRow } from '../../ports/row-seals.ts';
import { createRowSeals } from './row-seals.ts';

const seals = createRowSeals(Buffer.alloc(32, 1));
const row: SealedRow = { table: 'prices', id: 'one', owner: 'alice', counter: 7 };
const fields = ['usd', '1.5'];
const seal = seals.seal(row, fields);

it('finds its own seal right, in another process with the key too', () => {
  expect(seal).toHaveLength(32);
  expect(seals.isSealed(row, fields, seal)).toBe(true);
  expect(createRowSeals(Buffer.alloc(32, 1)).isSealed(row, fields, seal)).toBe(true);
});

it.each<[string, Partial<SealedRow>, readonly string[]]>([
  ['another table', { table: 'swaps' }, fields],
  ['another id', { id: 'two' }, fields],
  ['another owner', { owner: 'bob' }, fields],
  ['an id that takes a letter of the owner', { id: 'onea', owner: 'lice' }, fields],
  ['another counter', { counter: 8 }, fields],
  ['another value', {}, ['usd', '1.50']],
  ['values that are divided differently', {}, ['usd1', '.5']],
  ['one value more', {}, [...fields, '']],
  ['one value less', {}, ['usd']],
  ['another order', {}, ['1.5', 'usd']],
])('finds it wrong on a row with %s', (_what, more, given) => {
  expect(seals.isSealed({ ...row, ...more }, given, seal)).toBe(false);
});

it('finds no seal, a shorter one and that of another key wrong', () => {
  const others = [null, new Uint8Array(), seal.subarray(0, 31), Buffer.alloc(32)];
  for (const other of others) expect(seals.isSealed(row, fields, other)).toBe(false);
  const another = createRowSeals(Buffer.alloc(32, 2)).seal(row, fields);
  expect(seals.isSealed(row, fields, another)).toBe(false);
});
