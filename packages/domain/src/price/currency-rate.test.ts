import { describe, expect, it } from 'vitest';
import { CURRENCIES, MINOR_DECIMALS } from './currency.ts';
import {
  deriveRate,
  isRecent,
  type KnownRate,
  nextRate,
  RATED_CURRENCIES,
} from './currency-rate.ts';

const NOW = new Date('2026-01-02T03:04:05.000Z');
const atMinute = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe('the rate of a currency', () => {
  const coin = (usd: number, other: number, asOf = NOW) => ({ usd, other, asOf });

  it('is the median of what coins cost in it and in US dollars', () => {
    const coins = [coin(2, 1.84), coin(1, 0.91), coin(0.5, 0.465)];
    expect(deriveRate('EUR', coins, NOW)?.perUsd).toBe(0.92);
    expect(deriveRate('EUR', coins.slice(0, 2), NOW)?.perUsd).toBeCloseTo(0.915, 12);
    expect(deriveRate('EUR', coins.slice(0, 1), NOW)).toEqual({ perUsd: 0.92, asOf: NOW });
  });

  it('is not moved by one coin of three that is wrong', () => {
    expect(deriveRate('JPY', [coin(1, 1), coin(1, 151), coin(1, 150)], NOW)?.perUsd).toBe(150);
  });

  it.each([
    ['a price of 0 in US dollars', coin(0, 0.92)],
    ['a price of 0 in the currency', coin(1, 0)],
    ['a negative price', coin(1, -0.92)],
    ['no number', coin(1, Number.NaN)],
    ['no end', coin(1, Number.POSITIVE_INFINITY)],
    ['too few digits, below a cent', coin(0.0099, 0.0001)],
    ['a price that is over an hour old', coin(1, 0.5, atMinute(-61))],
  ])('takes no account of a coin with %s', (_case, wrong) => {
    expect(deriveRate('EUR', [wrong], NOW)).toBeNull();
    expect(deriveRate('EUR', [wrong, coin(1, 0.92), wrong], NOW)?.perUsd).toBe(0.92);
  });

  it('is unknown without coins', () => {
    expect(deriveRate('EUR', [], NOW)).toBeNull();
  });

  it('applies at the newest time of its prices', () => {
    const coins = [
      coin(1, 0.92, atMinute(-3)),
      coin(1, 0.92, atMinute(-1)),
      coin(1, 0.92, atMinute(-2)),
    ];
    expect(deriveRate('EUR', coins, NOW)?.asOf).toEqual(atMinute(-1));
  });

  it.each([
    ['JPY', 29, 31],
    ['JPY', 751, 749],
    ['NGN', 1, 1_500],
    ['EUR', 150, 0.92],
  ] as const)('of %s is never %d, and may be %d', (currency, implausible, plausible) => {
    expect(deriveRate(currency, [coin(1, implausible)], NOW)).toBeNull();
    expect(deriveRate(currency, [coin(1, plausible)], NOW)?.perUsd).toBe(plausible);
  });
});

describe('a new rate', () => {
  const known: KnownRate = { perUsd: 100, asOf: NOW, held: null };
  const read = (perUsd: number, minutes: number) => ({ perUsd, asOf: atMinute(minutes) });

  it('is used as it is when there was none', () => {
    expect(nextRate(null, read(150, 0), NOW)).toEqual({ ...read(150, 0), held: null });
  });

  it.each([80, 100, 120])('is used within 20% of the known one: %d after 100', (perUsd) => {
    expect(nextRate(known, read(perUsd, 1), atMinute(1))).toEqual({
      ...read(perUsd, 1),
      held: null,
    });
  });

  it.each([79.9, 120.1, 1])('is held back beyond that: %d after 100', (perUsd) => {
    const held = { perUsd, since: atMinute(1) };
    expect(nextRate(known, read(perUsd, 1), atMinute(1))).toEqual({ ...known, held });
  });

  it('that was held back is used once the feed has said so for an hour', () => {
    const held = { ...known, held: { perUsd: 150, since: NOW } };
    expect(nextRate(held, read(155, 59), atMinute(59))).toEqual(held);
    expect(nextRate(held, read(155, 60), atMinute(60))).toEqual({ ...read(155, 60), held: null });
  });

  it('starts the hour again when it differs from the one that is held back', () => {
    const held = { ...known, held: { perUsd: 150, since: NOW } };
    const other = { perUsd: 300, since: atMinute(60) };
    expect(nextRate(held, read(300, 60), atMinute(60))).toEqual({ ...known, held: other });
  });

  it('close to the known one ends what was held back', () => {
    const held = { ...known, held: { perUsd: 150, since: NOW } };
    expect(nextRate(held, read(101, 30), atMinute(30))).toEqual({ ...read(101, 30), held: null });
  });

  it('is used as it is when the known one is too old to show', () => {
    const aDay = 24 * 60;
    expect(nextRate(known, read(150, aDay), atMinute(aDay)).perUsd).toBe(100);
    expect(nextRate(known, read(150, aDay + 1), atMinute(aDay + 1)).perUsd).toBe(150);
  });
});

it('a rate may be shown for a day', () => {
  expect(isRecent({ asOf: NOW }, atMinute(24 * 60))).toBe(true);
  expect(isRecent({ asOf: NOW }, atMinute(24 * 60 + 1))).toBe(false);
});

it('every currency but the US dollar has a rate, and only the yen has no smaller unit', () => {
  expect(['USD', ...RATED_CURRENCIES]).toEqual([...CURRENCIES]);
  expect(CURRENCIES.filter((currency) => MINOR_DECIMALS[currency] === 0)).toEqual(['JPY']);
});
