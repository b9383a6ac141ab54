import { describe, expect, test } from 'vitest';
import { buildCoin, buildPrice } from '#testing/coin';
import { buildPoolQuote } from '#testing/pool-quote';
import {
  broadcasterFeeRows,
  durationRow,
  networkFeeRow,
  poolFeeRow,
  totalFeeRow,
} from './pool-fee-rows.tsx';

const coin = buildCoin();
const quote = buildPoolQuote();
const known = { coin, quote, bounds: quote };
const unknown = { coin, quote: null, bounds: null };
const requesting = { coin, quote: null, bounds: quote };
const labels = { name: 'Shield fee', placeholder: 'about $2.80' };

describe('while no quote exists, the constants of §9 are shown', () => {
  test.each([
    [poolFeeRow(unknown, labels), 'about $2.80'],
    [networkFeeRow(unknown), 'about $2.50'],
    [totalFeeRow(unknown, 'about $5.30'), 'about $5.30'],
    [durationRow(unknown, '5-15 minutes'), '5-15 minutes'],
  ])('%#', (row, value) => expect(row.value).toBe(value));
});

test('fees have 6 decimals and round up (§9)', () => {
  expect(poolFeeRow(known, labels)).toEqual({
    label: 'Shield fee (0.25%)',
    value: '0.625000 USDC',
    note: '$0.63',
  });
  const tiny = { ...known, quote: buildPoolQuote({ networkFee: '6240000000000001' }) };
  expect(networkFeeRow(tiny)).toMatchObject({ value: '≈ 0.006241 POL', note: 'under $0.01' });
});

test("another amount's fee is never shown while the fee of this amount is loading", () => {
  expect(poolFeeRow(requesting, labels)).toEqual({ label: 'Shield fee (0.25%)', value: '…' });
  expect(totalFeeRow(requesting, 'about $5.30').value).toBe('…');
});

describe('the total', () => {
  test('adds the network fee when the user pays it, rounded up', () => {
    expect(totalFeeRow(known, '').value).toBe('≈ $0.63');
  });

  test('omits it when Kax pays it, and adds the broadcaster’s fee', () => {
    const privateTransaction = buildPoolQuote({
      networkFeePaidBy: 'kax',
      broadcasterFee: '100000',
    });
    expect(totalFeeRow({ ...known, quote: privateTransaction }, '').value).toBe('≈ $0.73');
  });

  test('is a dash when the price is unknown', () => {
    const unpriced = buildCoin({ price: buildPrice() });
    expect(totalFeeRow({ ...known, coin: unpriced }, '').value).toBe('—');
  });
});

test('a broadcaster that charges nothing has no row', () => {
  expect(broadcasterFeeRows(known)).toEqual([]);
  const privateTransaction = buildPoolQuote({ broadcasterFee: '100000' });
  expect(broadcasterFeeRows({ ...known, quote: privateTransaction })).toEqual([
    { label: 'Sending fee', value: '0.100000 USDC', note: '$0.10' },
  ]);
});

test.each([
  [800, 'about 1 second'],
  [12_400, 'about 13 seconds'],
  [89_000, 'about 89 seconds'],
  [150_000, 'about 3 minutes'],
])('%i ms are shown as %s', (expectedMs, value) => {
  const timed = { ...known, quote: buildPoolQuote({ expectedMs }) };
  expect(durationRow(timed, '').value).toBe(value);
});

test('the number of proofs ahead in the queue is shown', () => {
  const queued = { ...known, quote: buildPoolQuote({ queueLength: 2 }) };
  expect(durationRow(queued, '').note).toBe('2 ahead in line');
});
