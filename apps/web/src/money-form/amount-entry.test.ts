import { describe, expect, test } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import type { DecimalMark } from '#domain/amount/read-typed-amount';
import { type Money, moneyAt, US_DOLLARS } from '#domain/price/money';
import { buildCoin, buildNativeCoin, buildPrice } from '#testing/coin';
import { buildFeeQuote } from '#testing/fee-quote';
import {
  type AmountEntry,
  amountEntry,
  entryAfter,
  readAmount,
  switchUnit,
  typedIn,
} from './amount-entry.ts';
import type { AmountUnit } from './amount-unit.ts';

const usdc = buildCoin({ balanceBaseUnits: '250000000' });
const pol = buildNativeCoin({ balanceBaseUnits: '10000000000000000000' });
const english = { quote: null, decimalMark: '.', money: US_DOLLARS } as const;
const german = { quote: null, decimalMark: ',', money: US_DOLLARS } as const;

const typed = (text: string, unit: AmountUnit = 'coin'): AmountEntry => ({
  kind: 'typed',
  text,
  unit,
});
const read = (text: string, coin = usdc) => readAmount(typed(text), coin, english);
const readDollars = (text: string, coin = usdc) => readAmount(typed(text, 'usd'), coin, english);

describe('the amount field', () => {
  test('reads a display amount as base units', () => {
    expect(read('4.35')).toEqual({
      text: '4.35',
      unit: 'coin',
      entered: 4_350_000n,
      units: 4_350_000n,
      shortBy: null,
      problem: null,
    });
  });

  test.each([
    ['1,5', 1_500_000n],
    ['.5', 500_000n],
    ['5.', 5_000_000n],
    ['٢٥', 25_000_000n],
    ['1 2', null],
  ])('reads %s as a person means it', (text, units) => {
    expect(read(text).units).toBe(units);
  });

  test('reads groups and decimals of other countries', () => {
    const rich = buildCoin({ balanceBaseUnits: '9000000000' });
    expect(read('1.234,56', rich).units).toBe(1_234_560_000n);
    expect(read('1,234.56', rich).units).toBe(1_234_560_000n);
    expect(readAmount(typed('1,234'), rich, german).units).toBe(1_234_000n);
  });

  test.each([
    ['-1', 'Amount cannot be negative'],
    ['0', 'Enter an amount greater than zero'],
    ['1e3', 'Enter the amount as a number, like 12.5'],
    ['1,234', 'Did you mean 1234 or 1.234? Type it one of these ways.'],
    ['0.0000001', 'This token doesn’t have that many decimal places'],
  ])('refuses %s: %s', (text, problem) => {
    expect(read(text)).toMatchObject({ text, units: null, problem });
  });

  test('refuses an amount above the balance, and says what it is and what is missing (§5)', () => {
    expect(read('325.5')).toMatchObject({
      entered: 325_500_000n,
      units: null,
      shortBy: 75_500_000n,
      problem: 'Amount exceeds available balance',
    });
  });

  test('reports no problem for an empty field', () => {
    expect(read('')).toMatchObject({ text: '', entered: null, units: null, problem: null });
  });

  test('subtracts what pending payments reserve from the balance', () => {
    const held = { ...usdc, availableBaseUnits: '1000000' };
    expect(read('2', held)).toMatchObject({
      shortBy: 1_000_000n,
      problem: 'Amount exceeds available balance',
    });
  });
});

describe('an amount in dollars', () => {
  const cheap = buildCoin({ price: buildPrice({ price: 0.999 }) });

  test('is the most of the coin that it buys', () => {
    expect(readDollars('25', cheap)).toMatchObject({
      text: '25',
      unit: 'usd',
      entered: 25_025_025n,
      units: 25_025_025n,
    });
    expect(readDollars('$1.50').units).toBe(1_500_000n);
    expect(readDollars('4.30', pol).units).toBe(10n ** 19n);
  });

  test.each([
    ['1.234', 'Dollars have at most two decimal places'],
    ['250.01', 'Amount exceeds available balance'],
    ['1,234', 'Amount exceeds available balance'],
    ['-1', 'Amount cannot be negative'],
    ['0', 'Enter an amount greater than zero'],
  ])('refuses %s: %s', (text, problem) => {
    expect(readDollars(text)).toMatchObject({ units: null, problem });
  });

  test('says nothing about a coin without a price, and is no amount of that coin', () => {
    for (const price of [null, 0]) {
      const unpriced = buildCoin({ price: buildPrice({ price }) });
      const nothing = { text: '', unit: 'coin', entered: null, units: null, problem: null };
      expect(readDollars('25', unpriced)).toMatchObject(nothing);
    }
  });
});

describe('an amount in another currency', () => {
  const euros = moneyAt({ currency: 'EUR', perUsd: 0.92 });
  const yen = moneyAt({ currency: 'JPY', perUsd: 155 });
  const readIn = (money: Money, text: string, coin = usdc) => {
    const entry = entryAfter({ type: 'amount-typed', ...typedIn('usd', text, money) });
    return readAmount(entry, coin, { ...english, money });
  };

  test('is the most of the coin that it buys at the rate', () => {
    expect(readIn(euros, '23')).toMatchObject({ text: '23', units: 25_000_000n });
    expect(readIn(euros, '1').units).toBe(1_086_956n);
    expect(readIn(yen, '155').units).toBe(1_000_000n);
  });

  test.each([
    ['€ 23', euros],
    ['¥3875', yen],
    ['R$125', moneyAt({ currency: 'BRL', perUsd: 5 })],
    ['₦40,000', moneyAt({ currency: 'NGN', perUsd: 1_600 })],
  ])('may have its sign: %s', (text, money) => {
    expect(readIn(money, text).units).toBe(25_000_000n);
  });

  test('has as many decimals as the currency', () => {
    expect(readIn(euros, '1.234').problem).toBe('Euros have at most two decimal places');
    expect(readIn(yen, '1.5').problem).toBe('Yen have no decimal places');
  });

  test('empties when values are shown in another currency, so that no figure changes its meaning', () => {
    const inEuros = entryAfter({ type: 'amount-typed', ...typedIn('usd', '23', euros) });
    const nothing = { text: '', unit: 'usd', entered: null, units: null, problem: null };
    expect(readAmount(inEuros, usdc, english)).toMatchObject(nothing);
    expect(readAmount(inEuros, usdc, { ...english, money: yen })).toMatchObject(nothing);
    expect(readAmount(typed('23', 'usd'), usdc, { ...english, money: euros })).toMatchObject(
      nothing,
    );
  });

  test('keeps the exact amount that it was switched from, in any currency', () => {
    const amount = readAmount(typed('25.001'), usdc, english);
    const options = { coin: usdc, decimalMark: '.', money: euros } as const;
    const inEuros = entryAfter(switchUnit(typed('25.001'), amount, options));
    expect(readAmount(inEuros, usdc, { ...english, money: euros })).toMatchObject({
      text: '23.00',
      units: 25_001_000n,
    });
    expect(readAmount(inEuros, usdc, english)).toMatchObject({ text: '25.00', units: 25_001_000n });
  });

  test('is stored with its currency, and an entry that was stored without one is in dollars', () => {
    const stored = { kind: 'typed', text: '23', unit: 'usd' } as const;
    expect(amountEntry.parse(stored)).toEqual(stored);
    expect(amountEntry.parse({ ...stored, currency: 'EUR' })).toEqual({
      ...stored,
      currency: 'EUR',
    });
  });
});

describe('a switch between coin and dollars', () => {
  const cheap = buildCoin({ price: buildPrice({ price: 0.9998 }) });

  function switched(entry: AmountEntry, coin = cheap, decimalMark: DecimalMark = '.') {
    const amount = readAmount(entry, coin, { quote: null, decimalMark, money: US_DOLLARS });
    return entryAfter(switchUnit(entry, amount, { coin, decimalMark, money: US_DOLLARS }));
  }

  test('keeps the exact amount, although its cents are rounded', () => {
    const inDollars = switched(typed('123.456789'));
    const amount = readAmount(inDollars, cheap, english);
    expect(amount).toMatchObject({ text: '123.43', unit: 'usd', units: 123_456_789n });
    expect(readAmount(switched(inDollars), cheap, english)).toMatchObject({
      text: '123.456789',
      unit: 'coin',
      units: 123_456_789n,
    });
  });

  test('and back shows the dollars that were typed', () => {
    const back = switched(switched(typed('25', 'usd')));
    expect(readAmount(back, cheap, english)).toMatchObject({ text: '25.00', units: 25_005_001n });
  });

  test('writes the amount as the user does, and reads it back', () => {
    const inCoin = switched(typed('25,10', 'usd'), usdc, ',');
    expect(readAmount(inCoin, usdc, german)).toMatchObject({ text: '25,1', units: 25_100_000n });
    const { text } = readAmount(switched(typed('1,2345'), usdc, ','), usdc, german);
    expect(text).toBe('1,23');
  });

  test('holds for its token only: another one gets what the text says', () => {
    const inDollars = switched(typed('10.001'), usdc);
    expect(readAmount(inDollars, usdc, english).units).toBe(10_001_000n);
    const other = buildCoin({ id: 'polygon-other', decimals: 2, balanceBaseUnits: '5000' });
    expect(readAmount(inDollars, other, english)).toMatchObject({ text: '10.00', units: 1_000n });
  });

  test('ends when something is typed', () => {
    const event = { type: 'amount-typed', text: '10', unit: 'usd' } as const;
    expect(entryAfter(event)).toEqual({ kind: 'typed', text: '10', unit: 'usd' });
  });

  test('of what says no amount empties the field, so that no digits change their unit', () => {
    expect(switched(typed('1,234'))).toEqual({ kind: 'typed', text: '', unit: 'usd' });
    expect(switched(typed('abc', 'usd'))).toEqual({ kind: 'typed', text: '', unit: 'coin' });
  });

  test('keeps an amount above the balance, and its message', () => {
    expect(readAmount(switched(typed('325.5')), cheap, english)).toMatchObject({
      entered: 325_500_000n,
      units: null,
      problem: 'Amount exceeds available balance',
    });
  });

  test('of MAX stays MAX', () => {
    const entry = switched({ kind: 'max' });
    expect(entry).toEqual({ kind: 'max', unit: 'usd' });
    expect(readAmount(entry, cheap, english)).toMatchObject({
      text: '249.95',
      units: 250_000_000n,
    });
  });
});

describe('MAX', () => {
  test('is the full balance of a token, from its base units', () => {
    const odd = buildCoin({ balanceBaseUnits: '123456789' });
    expect(readAmount({ kind: 'max' }, odd, english)).toMatchObject({
      text: '123.456789',
      entered: 123_456_789n,
      units: 123_456_789n,
      problem: null,
    });
    expect(readAmount({ kind: 'max' }, odd, german).text).toBe('123,456789');
  });

  test('reserves the fee ceiling in the native coin', () => {
    const quote = buildFeeQuote({ maxAmount: '9991000000000000000' });
    const amount = readAmount({ kind: 'max' }, pol, { ...english, quote });
    expect(amount).toMatchObject({ text: '9.991', units: 9_991_000_000_000_000_000n });
  });

  test('of the native coin is empty until the fee is known', () => {
    const amount = readAmount({ kind: 'max' }, pol, english);
    expect(amount).toMatchObject({ text: '', entered: null, units: null, problem: null });
  });

  test('of nothing exceeds the balance', () => {
    const empty = buildCoin({ balanceBaseUnits: '0' });
    expect(readAmount({ kind: 'max' }, empty, english)).toMatchObject({
      text: '0',
      entered: toBaseUnits(0n),
      units: null,
      problem: 'Amount exceeds available balance',
    });
  });

  test('an amount of the native coin that leaves too little for the fee exceeds the balance', () => {
    const quote = buildFeeQuote({ maxAmount: '9991000000000000000' });
    expect(readAmount(typed('9.999'), pol, { ...english, quote })).toMatchObject({
      shortBy: 8_000_000_000_000_000n,
      problem: 'Amount exceeds available balance',
    });
  });
});
