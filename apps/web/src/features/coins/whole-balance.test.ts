import { describe, expect, test } from 'vitest';
import { US_DOLLARS } from '#domain/price/money';
import { buildChain, buildCoin } from '#testing/coin';
import type { Coin } from '#wire/wallet/coin';
import { type CoinsView, coinsView } from './coins-view.ts';
import { shareText, wholeBalance } from './whole-balance.ts';

const NOW = Date.parse('2026-01-02T03:04:05.000Z');
const LOADING: CoinsView = { at: 'loading', isOpening: false };
const OPENING: CoinsView = { at: 'loading', isOpening: true };
const FAILED: CoinsView = { at: 'failed', message: 'Something went wrong.' };

const viewOf = (...coins: readonly Coin[]) =>
  coinsView({ data: [buildChain(coins)], error: null, dataUpdatedAt: NOW });
const usdc = (dollars: bigint, values: Partial<Coin> = {}) =>
  viewOf(buildCoin({ balanceBaseUnits: `${dollars * 1_000_000n}`, ...values }));
const dollarsOf = (views: { public: CoinsView; private: CoinsView }) => {
  const whole = wholeBalance(views);
  return whole.at === 'ready'
    ? US_DOLLARS.text(whole.total.usd, { places: 2, rounding: 'down' })
    : whole.at;
};

describe('wholeBalance', () => {
  test('adds up both balances', () => {
    const whole = wholeBalance({ public: usdc(250n), private: usdc(100n) });
    expect(whole).toMatchObject({ at: 'ready', missing: null, asOf: null });
    expect(dollarsOf({ public: usdc(250n), private: usdc(100n) })).toBe('$350.00');
  });

  test.each([
    ['private', LOADING, 'loading'],
    ['private', OPENING, 'opening'],
    ['private', FAILED, 'failed'],
    ['public', LOADING, 'loading'],
    ['public', FAILED, 'failed'],
  ] as const)(
    'a %s balance that is %o is named as missing and never counts as 0',
    (mode, view, why) => {
      const known = { public: usdc(250n), private: usdc(250n) };
      const views = { ...known, [mode]: view };
      expect(wholeBalance(views)).toMatchObject({ at: 'ready', missing: { mode, why } });
      expect(dollarsOf(views)).toBe('$250.00');
    },
  );

  test('there is no total while neither is known', () => {
    expect(dollarsOf({ public: LOADING, private: FAILED })).toBe('loading');
    expect(dollarsOf({ public: FAILED, private: FAILED })).toBe('failed');
  });

  test('it is as old as the oldest figure in it', () => {
    const old = usdc(100n, { isStale: true, asOf: '2026-01-02T03:00:00.000Z' });
    const older = usdc(100n, { isStale: true, asOf: '2026-01-02T02:00:00.000Z' });
    expect(wholeBalance({ public: usdc(1n), private: old })).toMatchObject({
      asOf: Date.parse('2026-01-02T03:00:00.000Z'),
    });
    expect(wholeBalance({ public: older, private: old })).toMatchObject({
      asOf: Date.parse('2026-01-02T02:00:00.000Z'),
    });
  });
});

describe('shareText', () => {
  const shares = (open: CoinsView, shielded: CoinsView) =>
    (['public', 'private'] as const).map((mode) =>
      shareText(wholeBalance({ public: open, private: shielded }), { mode, currency: 'USD' }),
    );

  test('the shares add up to 100', () => {
    expect(shares(usdc(2n), usdc(1n))).toEqual(['67%', '33%']);
    expect(shares(usdc(5n), usdc(0n))).toEqual(['100%', '0%']);
  });

  test('a small share is not rounded to nothing, nor the other one to everything', () => {
    expect(shares(usdc(10_000n), usdc(1n))).toEqual(['over 99%', 'under 1%']);
  });

  test('there is none while a balance is unknown, or without money', () => {
    expect(shares(usdc(5n), LOADING)).toEqual([null, null]);
    expect(shares(usdc(0n), usdc(0n))).toEqual([null, null]);
  });

  test('in KAX it counts KAX alone', () => {
    const kax = (units: string) =>
      viewOf(buildCoin({ symbol: 'KAX', balanceBaseUnits: units }), buildCoin());
    const whole = wholeBalance({ public: kax('3000000'), private: kax('1000000') });
    expect(shareText(whole, { mode: 'public', currency: 'KAX' })).toBe('75%');
  });
});
