import fc from 'fast-check';
import { expect, test } from 'vitest';
import { integerSqrt, PRICE_SCALE, priceToSqrtX96, sqrtX96ToPrice } from './pool-price.ts';

test.each([true, false])(
  'a price converts to a pool price and back within a millionth (token first: %s)',
  (isTokenFirst) => {
    fc.assert(
      fc.property(fc.bigInt({ min: PRICE_SCALE / 1000n, max: PRICE_SCALE * 1000n }), (price) => {
        const back = sqrtX96ToPrice(priceToSqrtX96(price, isTokenFirst), isTokenFirst);
        const difference = back > price ? back - price : price - back;
        expect(difference * 1_000_000n).toBeLessThanOrEqual(price);
      }),
    );
  },
);

test('the integer root is the largest whose square is not above the value', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 300n }), (value) => {
      const root = integerSqrt(value);
      expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true);
    }),
  );
});
