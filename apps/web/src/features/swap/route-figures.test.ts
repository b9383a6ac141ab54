import { describe, expect, it } from 'vitest';
import { US_DOLLARS } from '#domain/price/money';
import type { SwapHop, SwapRoute } from '#wire/exchange/route';
import {
  balanceText,
  confirmText,
  lossBps,
  minimumText,
  totalFeeText,
  totalSeconds,
} from './route-figures.ts';

const asset = (symbol: string, usdPrice: number | null, decimals = 18) => ({
  blockchain: 'POLYGON',
  address: null,
  symbol,
  decimals,
  logo: null,
  blockchainLogo: null,
  chain: 'Polygon',
  usdPrice,
});
const fee = (amount: string, symbol: string, price: number | null) => ({
  name: 'Network Fee',
  expenseType: 'FROM_SOURCE_WALLET',
  amount,
  symbol,
  price,
});
const hop = (more: Partial<SwapHop>): SwapHop => ({
  from: asset('KAX', 2),
  to: asset('AVAX', 20),
  fromAmount: '10',
  toAmount: '1',
  swapperId: 'A',
  swapperLogo: null,
  swapperType: 'DEX',
  fee: [],
  timeStat: null,
  estimatedTimeInSeconds: 30,
  fromAmountMinValue: null,
  fromAmountMaxValue: null,
  internalSwaps: [],
  ...more,
});
const route = (hops: readonly SwapHop[], outputAmount: string): SwapRoute => ({
  requestId: 'r',
  outputAmount,
  resultType: 'OK',
  swaps: [...hops],
  tags: [],
});

it('a compact balance has at most six decimals, rounded down, and no trailing zeros', () => {
  expect(balanceText(123_456_789_123_456_789_012_345_678n, 18)).toBe('123,456,789.123456');
  expect(balanceText(2_500n * 10n ** 18n, 18)).toBe('2,500');
  expect(balanceText(9n * 10n ** 11n, 18)).toBe('0');
  expect(balanceText(420_500_000n, 6)).toBe('420.5');
  expect(balanceText(1_000n, 0)).toBe('1,000');
});

describe('the figures of a route', () => {
  it('total fees in dollars with six decimals everywhere (§9), rounded up, and list fees without a price in their token', () => {
    const hops = [
      hop({ fee: [fee('0.5', 'POL', 0.43), fee('0.001', 'USDC', 1)] }),
      hop({ fee: [fee('7', 'ODD', null)] }),
    ];
    expect(totalFeeText(hops, US_DOLLARS)).toBe('$0.216000 + 7 ODD');
    expect(totalFeeText([hop({ fee: [fee('0.0000001', 'USDC', 1)] })], US_DOLLARS)).toBe(
      '$0.000001',
    );
    expect(totalFeeText([], US_DOLLARS)).toBe('$0.000000');
  });

  it('show three decimals to confirm, rounded down (§9)', () => {
    expect(confirmText('19340.20999', asset('AVAX', 20))).toBe('19,340.209 AVAX');
  });

  it('add up the average times, or the estimates where there is no average', () => {
    expect(totalSeconds([hop({ timeStat: { min: 1, avg: 6, max: 20 } }), hop({})])).toBe(36);
  });

  it('show the minimum received, rounded down', () => {
    expect(minimumText(route([hop({})], '1.00009'), 100)).toBe('0.9900 AVAX');
  });

  it('show the share of the value that is lost when both prices are known', () => {
    const prices = { sell: 2, receive: 20 };
    expect(lossBps(route([hop({})], '0.9'), prices)).toBe(1_000);
    expect(lossBps(route([hop({})], '1.1'), prices)).toBeNull();
    expect(lossBps(route([hop({})], '0.9'), { ...prices, receive: null })).toBeNull();
  });

  it('judge the loss by the prices on the screen, not by what the exchange says its coins are worth', () => {
    const flattered = hop({ to: asset('AVAX', 40) });
    expect(lossBps(route([flattered], '0.9'), { sell: 2, receive: 20 })).toBe(1_000);
  });
});
