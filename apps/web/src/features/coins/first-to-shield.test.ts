import { expect, test } from 'vitest';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import type { Coin } from '#wire/wallet/coin';
import { coinsView } from './coins-view.ts';
import { firstToShield } from './first-to-shield.ts';

const viewOf = (...coins: readonly Coin[]) =>
  coinsView({ data: [buildChain([...coins])], error: null, dataUpdatedAt: 0 });
const usdc = (units: string) => buildCoin({ balanceBaseUnits: units, availableBaseUnits: units });
const pol = (whole: number) => {
  const units = `${whole}${'0'.repeat(18)}`;
  return buildNativeCoin({ balanceBaseUnits: units, availableBaseUnits: units });
};

test('a first shield is tried with USDC, even when another coin is worth more', () => {
  expect(firstToShield(viewOf(pol(5_000), usdc('2000000')))?.symbol).toBe('USDC');
});

test('less than one USDC is too little, so the coin that is worth the most is taken', () => {
  expect(firstToShield(viewOf(usdc('999999'), pol(10)))?.symbol).toBe('POL');
});

test('money that is on its way, or that can’t be private, is left out', () => {
  const pending = buildCoin({ balanceBaseUnits: '5000000', availableBaseUnits: '0' });
  const open = buildNativeCoin({ isShieldable: false });
  expect(firstToShield(viewOf(pending, open))).toBeNull();
  expect(firstToShield({ at: 'loading', isOpening: false })).toBeNull();
});
