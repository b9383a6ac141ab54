import { describe, expect, test } from 'vitest';
import type { Currency } from './currency.ts';
import { moneyAt, US_DOLLARS } from './money.ts';
import { USD_DECIMALS } from './value-in-usd.ts';

const cents = (value: bigint) => value * 10n ** BigInt(USD_DECIMALS - 2);
const value = cents(906_968n) + cents(99n) / 100n;

describe('US dollars', () => {
  test('have commas and exactly the requested decimals', () => {
    expect(US_DOLLARS.text(value, { places: 2, rounding: 'down' })).toBe('$9,069.68');
    expect(US_DOLLARS.text(value, { places: 4, rounding: 'down' })).toBe('$9,069.6899');
    expect(US_DOLLARS.text(value, { places: 2, rounding: 'up' })).toBe('$9,069.69');
    expect(US_DOLLARS.text(value, { places: 2, rounding: 'nearest' })).toBe('$9,069.69');
  });

  test('of zero are $0.00', () => {
    expect(US_DOLLARS.text(0n, { places: 2, rounding: 'down' })).toBe('$0.00');
  });

  test('keep every digit of a value that no floating-point number can represent', () => {
    const huge = cents(12_345_678_901_234_567_890_123n);
    const text = '$123,456,789,012,345,678,901.23';
    expect(US_DOLLARS.text(huge, { places: 2, rounding: 'down' })).toBe(text);
  });

  test.each([
    [0n, '$0.00'],
    [906_968n, '$9,069.68'],
    [99_999_999_999n, '$999,999,999.99'],
    [100_000_000_000n, '$1.00 B'],
    [99_999_999_999_999n, '$999.99 B'],
    [123_457_764_087_181n, '$1.23 T'],
    [99_900_000_000_000_000n, '$999.00 T'],
    [10n ** 32n, 'over $999 T'],
  ])('of %s cents are whole below a billion and short from there: %s', (count, text) => {
    expect(US_DOLLARS.short(cents(count))).toBe(text);
  });

  test('below a billion have as many decimals as the place shows', () => {
    expect(US_DOLLARS.short(cents(1_234n), 4)).toBe('$12.3400');
  });

  test('show the price of a token with all of its decimals', () => {
    expect(US_DOLLARS.exact(cents(43n) + cents(18n) / 100n)).toBe('$0.4318');
    expect(US_DOLLARS.exact(cents(100n))).toBe('$1');
  });
});

describe('another currency', () => {
  test.each<[Currency, number, string, string, string]>([
    ['EUR', 0.92, '€8,344.11', '€8,344.1147', '€83.44 B'],
    ['GBP', 0.79, '£7,165.05', '£7,165.0550', '£71.65 B'],
    ['JPY', 155.1, '¥1,406,708', '¥1,406,708.90', '¥14.06 T'],
    ['BRL', 5.4, 'R$48,976.32', 'R$48,976.3254', 'R$489.76 B'],
    ['INR', 84.2, '₹763,667.88', '₹763,667.8895', '₹7.63 T'],
    ['NGN', 1_600, '₦14,511,503.84', '₦14,511,503.8400', '₦145.11 T'],
  ])('%s has its sign, its rate and the decimals of its smallest unit', (...row) => {
    const [currency, perUsd, whole, fine, short] = row;
    const money = moneyAt({ currency, perUsd });
    expect(money.text(value, { places: 2, rounding: 'down' })).toBe(whole);
    expect(money.text(value, { places: 4, rounding: 'down' })).toBe(fine);
    expect(money.short(cents(906_968n * 10n ** 7n))).toBe(short);
  });

  test('without smallest units has no decimals where others have two', () => {
    const yen = moneyAt({ currency: 'JPY', perUsd: 155.1 });
    expect(yen.minorText(1n)).toBe('¥1');
    expect(yen.text(cents(1n), { places: 2, rounding: 'up' })).toBe('¥2');
  });
});

describe('another language', () => {
  const narrow = (text: string) => text.replaceAll(/\s/g, ' ').replaceAll(/[\u200e\u200f]/g, '');

  test.each([
    ['es-ES', '9069,68 $', '1,23 B $', '0,4318 $'],
    ['ar-u-nu-latn', '9,069.68 US$', '1.23 ترليون US$', '0.4318 US$'],
  ])('%s has its own marks and words, and the same figures', (locale, whole, short, exact) => {
    const money = moneyAt({ currency: 'USD', perUsd: 1 }, locale);
    expect(narrow(money.text(value, { places: 2, rounding: 'down' }))).toBe(whole);
    expect(narrow(money.short(cents(123_999_999_999_999n)))).toBe(short);
    expect(narrow(money.exact(cents(43n) + cents(18n) / 100n))).toBe(exact);
  });

  test.each([
    ['USD', 'US$'],
    ['GBP', 'UK£'],
    ['JPY', 'JP¥'],
    ['BRL', 'R$'],
  ] as const)('from right to left, the sign of %s stays in its order', (currency, sign) => {
    const money = moneyAt({ currency, perUsd: 1 }, 'ar-u-nu-latn');
    const shown = money.text(value, { places: 2, rounding: 'down' });
    expect(shown.endsWith(`${sign}\u200e`)).toBe(true);
    expect(money.sign).toBe(sign);
  });

  test('beyond what is shown is a lower bound', () => {
    const money = moneyAt({ currency: 'USD', perUsd: 1 }, 'es-ES');
    expect(narrow(money.short(cents(10n ** 32n)))).toMatch(/^> 999/);
  });
});
