import { expect, test } from 'vitest';
import { PRICE_SCALE } from './pool-price.ts';
import { seededRandom, stepFrom, walkTo } from './price-walk.ts';

const cent = PRICE_SCALE / 100n;

test('the past day ends at the target price and is the same for the same seed', () => {
  const walk = walkTo(1.18, { steps: 98, stepSize: 0.004 }, seededRandom(31337));
  expect(walk).toHaveLength(98);
  expect(walk.at(-1)).toBe(118n * cent);
  expect(walkTo(1.18, { steps: 98, stepSize: 0.004 }, seededRandom(31337))).toEqual(walk);
  expect(walkTo(1.18, { steps: 98, stepSize: 0.004 }, seededRandom(1))).not.toEqual(walk);
});

test('a price moved by a large trade reverts to its level', () => {
  const random = seededRandom(7);
  let price = 200n * cent;
  for (let minute = 0; minute < 600; minute += 1)
    price = stepFrom(price, { aroundUsd: 1.18, stepSize: 0.001 }, random);
  expect(price).toBeGreaterThan(112n * cent);
  expect(price).toBeLessThan(124n * cent);
});
