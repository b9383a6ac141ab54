import { expect, test } from 'vitest';
import { formatUsdShort } from './format-usd-short.ts';
import { USD_DECIMALS } from './value-in-usd.ts';

const cents = (value: bigint) => value * 10n ** BigInt(USD_DECIMALS - 2);

test.each([
  [0n, '$0.00'],
  [906_968n, '$9,069.68'],
  [99_999_999_999n, '$999,999,999.99'],
  [100_000_000_000n, '$1.00 B'],
  [99_999_999_999_999n, '$999.99 B'],
  [123_457_764_087_181n, '$1.23 T'],
  [99_900_000_000_000_000n, '$999.00 T'],
  [10n ** 32n, 'over $999 T'],
])('a value of %s cents is whole below a billion and short from there: %s', (value, text) => {
  expect(formatUsdShort(cents(value))).toBe(text);
});

test('below a billion it has as many decimals as the place shows', () => {
  expect(formatUsdShort(cents(1_234n), 4)).toBe('$12.3400');
});
