import { describe, expect, test } from 'vitest';
import { US_DOLLARS } from '#domain/price/money';
import { buildCoin, buildPrice } from '#testing/coin';
import { buildPoolQuote } from '#testing/pool-quote';
import { LOADING_FIGURE } from './missing-figure.tsx';
import {
  broadcasterFeeRows,
  durationRow,
  networkFeeRow,
  poolFeeRow,
  totalFeeRow,
} from './pool-fee-rows.tsx';

const coin = buildCoin();
const quote = buildPoolQuote();
const money = US_DOLLARS;
const known = { coin, money, quote, bounds: quote, estimate: 'known' } as const;
const first = { coin, money, quote: null, bounds: null, estimate: 'loading' } as const;
const failed = { ...first, estimate: 'failed' } as const;
const requesting = { ...first, bounds: quote } as const;
const labels = { name: 'Shield fee', placeholderCents: 280n };
const totalLabels = { direction: 'shield', placeholderCents: 530n } as const;

describe('when reading a quote failed, the constants of §9 are shown', () => {
  test.each([
    [poolFeeRow(failed, labels), 'about $2.80'],
    [networkFeeRow(failed), 'about $2.50'],
    [totalFeeRow(failed, totalLabels), 'about $5.30'],
    [durationRow(failed, '5-15 minutes'), '5-15 minutes'],
  ])('%#', (row, value) => expect(row.value).toBe(value));

  test('also when only the quote of this amount failed, so that they add up to the total', () => {
    const partly = { ...failed, bounds: quote };
    expect(poolFeeRow(partly, labels)).toEqual({ label: 'Shield fee', value: 'about $2.80' });
    expect(networkFeeRow(partly).value).toBe('about $2.50');
  });
});

test('while the first quote is loading, no figure is shown, and none of the constants', () => {
  const rows = [
    poolFeeRow(first, labels),
    networkFeeRow(first),
    totalFeeRow(first, totalLabels),
    durationRow(first, '5-15 minutes'),
  ];
  for (const { value } of rows) expect(value).toBe(LOADING_FIGURE);
});

test('without an amount, what depends on it is a dash', () => {
  const empty = { ...requesting, estimate: 'no-amount' } as const;
  expect(poolFeeRow(empty, labels)).toEqual({ label: 'Shield fee (0.25%)', value: '—' });
  expect(networkFeeRow(empty).value).toBe('≈ 0.006240 POL');
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
  expect(poolFeeRow(requesting, labels)).toEqual({
    label: 'Shield fee (0.25%)',
    value: LOADING_FIGURE,
  });
  expect(totalFeeRow(requesting, totalLabels).value).toBe(LOADING_FIGURE);
});

describe('the total', () => {
  const unshieldLabels = { ...totalLabels, direction: 'unshield' } as const;

  test('is the sum of what the rows above show, and names them', () => {
    expect(poolFeeRow(known, labels).note).toBe('$0.63');
    expect(networkFeeRow(known).note).toBe('under $0.01');
    expect(totalFeeRow(known, totalLabels)).toEqual({
      label: 'Total gas',
      value: 'under $0.64',
      note: 'shield fee + network fee',
    });
    const dear = { ...known, quote: buildPoolQuote({ feeUsd: 0.0242 }) };
    expect(networkFeeRow(dear).note).toBe('about $0.03');
    expect(totalFeeRow(dear, totalLabels).value).toBe('about $0.66');
  });

  test('omits it when Kax pays it, and adds the broadcaster’s fee', () => {
    const privateTransaction = buildPoolQuote({
      networkFeePaidBy: 'kax',
      broadcasterFee: '100000',
    });
    expect(totalFeeRow({ ...known, quote: privateTransaction }, unshieldLabels)).toEqual({
      label: 'Total gas',
      value: '$0.73',
      note: 'unshield fee + sending fee',
    });
  });

  test('with a single part is exactly that part, and says so', () => {
    const only = { ...known, quote: buildPoolQuote({ networkFeePaidBy: 'kax', feeUsd: null }) };
    const part = poolFeeRow(only, { name: 'Unshield fee', placeholderCents: 0n });
    expect(totalFeeRow(only, unshieldLabels)).toEqual({
      label: 'Total gas',
      value: part.note,
      note: 'unshield fee only',
    });
  });

  test('is a dash when the price is unknown', () => {
    const unpriced = buildCoin({ price: buildPrice() });
    expect(totalFeeRow({ ...known, coin: unpriced }, totalLabels).value).toBe('—');
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
