import { expect, test } from 'vitest';
import { buildCoin, buildNativeCoin } from '#testing/coin';
import { firstAmount } from './first-amount.ts';

const priceOf = (price: number | null) => ({ ...buildCoin().price, price });
const polOf = (availableBaseUnits: string, price: number | null = 0.43) =>
  buildNativeCoin({ availableBaseUnits, price: priceOf(price) });

test.each([0.991, 0.9989, 1, 1.003])(
  'a first shield starts with 5 USDC, also at $%d each',
  (price) => {
    const coin = buildCoin({ availableBaseUnits: '20000000', price: priceOf(price) });
    expect(firstAmount(coin)).toEqual({
      kind: 'typed',
      text: '5',
      unit: 'coin',
      exact: { tokenId: coin.id, units: 5_000_000n },
    });
  },
);

test('another coin starts with a round figure worth about 5 dollars', () => {
  expect(firstAmount(polOf(`100${'0'.repeat(18)}`))).toMatchObject({ text: '12', unit: 'coin' });
});

test('all there is when it is less, or when a native coin would have nothing left for the fee', () => {
  expect(firstAmount(buildCoin({ availableBaseUnits: '4999999' }))).toEqual({ kind: 'max' });
  expect(firstAmount(buildCoin({ availableBaseUnits: '5000000' }))).toMatchObject({ text: '5' });
  expect(firstAmount(polOf(`12${'0'.repeat(18)}`))).toEqual({ kind: 'max' });
});

test('a coin without a price starts at its maximum, as every shield does', () => {
  expect(firstAmount(polOf(`100${'0'.repeat(18)}`, null))).toEqual({ kind: 'max' });
});
