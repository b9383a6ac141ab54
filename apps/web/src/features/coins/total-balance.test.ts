import { describe, expect, test } from 'vitest';
import { US_DOLLARS } from '#domain/price/money';
import { buildCoin, buildNativeCoin, buildPrice } from '#testing/coin';
import { totalBalance } from './total-balance.ts';

const dollars = (value: bigint) => US_DOLLARS.text(value, { places: 4, rounding: 'down' });
const kax = (balanceBaseUnits: string) =>
  buildCoin({ symbol: 'KAX', decimals: 18, balanceBaseUnits, price: buildPrice({ price: 2 }) });

describe('totalBalance', () => {
  test('the USD total sums balance times price (§9)', () => {
    const pol = buildNativeCoin({ balanceBaseUnits: '1500000000000000001' });
    expect(dollars(totalBalance([pol, buildCoin()]).usd)).toBe('$250.6450');
  });

  test('the KAX total sums balances of coins with symbol KAX and nothing else (§9)', () => {
    const coins = [kax('1000000000000000001'), kax('2000000000000000000'), buildCoin()];
    expect(totalBalance(coins).kax).toBe(3_000_000_000_000_000_001n);
  });

  test('a coin with a balance but no price is named and left out of the total', () => {
    const lost = buildCoin({ symbol: 'AVAX', price: buildPrice() });
    const total = totalBalance([lost, lost, buildCoin()]);
    expect(total.withoutPrice).toEqual(['AVAX']);
    expect(dollars(total.usd)).toBe('$250.0000');
  });

  test('a coin without a balance is not named as missing', () => {
    const none = buildCoin({ balanceBaseUnits: '0', price: buildPrice() });
    expect(totalBalance([none]).withoutPrice).toEqual([]);
  });

  test('the change is that of the total, not the mean of the coins', () => {
    const risen = buildCoin({
      balanceBaseUnits: '110000000',
      price: buildPrice({ price: 1, change: 10 }),
    });
    const still = buildCoin({
      balanceBaseUnits: '900000000',
      price: buildPrice({ price: 1, change: 0 }),
    });
    const { change } = totalBalance([risen, still]);
    expect(change).toMatchObject({ isUp: true, percent: 1 });
    expect(dollars(change?.difference ?? 0n)).toBe('$10.0000');
  });

  test('a fall is a positive difference with isUp false', () => {
    const fallen = buildCoin({
      balanceBaseUnits: '75000000',
      price: buildPrice({ price: 1, change: -25 }),
    });
    const { change } = totalBalance([fallen]);
    expect(change).toMatchObject({ isUp: false, percent: -25 });
    expect(dollars(change?.difference ?? 0n)).toBe('$25.0000');
  });

  test('pending amounts are part of the total and also listed separately', () => {
    const waits = { reason: 'arriving', until: null, operationId: null } as const;
    const part = { ...waits, baseUnits: '50000000' };
    const some = { ...waits, baseUnits: '1000000000000000000' };
    const coins = [
      buildCoin({ pending: [part, part] }),
      { ...kax('3000000000000000000'), pending: [some] },
    ];
    const { usd, pending } = totalBalance(coins);
    expect([usd, pending.usd].map(dollars)).toEqual(['$256.0000', '$102.0000']);
    expect(pending.kax).toBe(1_000_000_000_000_000_000n);
  });

  test('an empty balance has no change', () => {
    expect(totalBalance([buildCoin({ balanceBaseUnits: '0' })]).change).toBeNull();
  });
});
