import { describe, expect, test } from 'vitest';
import { buildCoin, buildNativeCoin } from '#testing/coin';
import { buildFeeQuote } from '#testing/fee-quote';
import { readAmount } from './amount-entry.ts';

const usdc = buildCoin({ balanceBaseUnits: '250000000' });
const pol = buildNativeCoin({ balanceBaseUnits: '10000000000000000000' });
const read = (text: string) => readAmount({ kind: 'typed', text }, usdc, null);

describe('the amount field', () => {
  test('reads a display amount as base units', () => {
    expect(read('4.35')).toEqual({ text: '4.35', units: 4_350_000n, problem: null });
  });

  test.each([
    ['250.000001', 'Amount exceeds available balance'],
    ['-1', 'Amount cannot be negative'],
    ['0', 'Enter an amount greater than zero'],
    ['1e3', 'Enter the amount as a number, like 12.5'],
    ['1,5', 'Enter the amount as a number, like 12.5'],
    ['٢٥', 'Enter the amount as a number, like 12.5'],
    ['0.0000001', 'This token doesn’t have that many decimal places'],
  ])('refuses %s: %s', (text, problem) => {
    expect(read(text)).toEqual({ text, units: null, problem });
  });

  test('reports no problem for an empty field', () => {
    expect(read('')).toEqual({ text: '', units: null, problem: null });
  });

  test('subtracts what pending payments reserve from the balance', () => {
    const held = { ...usdc, availableBaseUnits: '1000000' };
    const amount = readAmount({ kind: 'typed', text: '2' }, held, null);
    expect(amount.problem).toBe('Amount exceeds available balance');
  });
});

describe('MAX', () => {
  test('is the full balance of a token, from its base units', () => {
    const odd = buildCoin({ balanceBaseUnits: '123456789' });
    const amount = readAmount({ kind: 'max' }, odd, null);
    expect(amount).toEqual({ text: '123.456789', units: 123_456_789n, problem: null });
  });

  test('reserves the fee ceiling in the native coin', () => {
    const quote = buildFeeQuote({ maxAmount: '9991000000000000000' });
    const amount = readAmount({ kind: 'max' }, pol, quote);
    expect(amount).toMatchObject({ text: '9.991', units: 9_991_000_000_000_000_000n });
  });

  test('of the native coin is empty until the fee is known', () => {
    expect(readAmount({ kind: 'max' }, pol, null)).toMatchObject({ units: null, problem: null });
  });

  test('an amount of the native coin that leaves too little for the fee exceeds the balance', () => {
    const quote = buildFeeQuote({ maxAmount: '9991000000000000000' });
    const amount = readAmount({ kind: 'typed', text: '9.999' }, pol, quote);
    expect(amount.problem).toBe('Amount exceeds available balance');
  });
});
