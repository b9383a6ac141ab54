import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepRates, useMissingRate, useMoney } from './money.ts';
import { changeSettings } from './settings.ts';

const NOW = Date.parse('2026-01-02T03:04:05.000Z');
const HOUR_MS = 3_600_000;
const euro = (perUsd: number, ageMs = 0) => ({
  currency: 'EUR' as const,
  perUsd,
  asOf: new Date(NOW - ageMs).toISOString(),
});

beforeEach(() => {
  keepRates([], NOW);
  changeSettings({ currency: 'EUR' });
});
afterEach(() => {
  cleanup();
  changeSettings({ currency: 'USD' });
});

const currencyNow = () => {
  const { result } = renderHook(() => [useMoney().currency, useMissingRate()]);
  return result.current;
};

test('values are in the chosen currency while its rate is less than a day old', () => {
  keepRates([euro(0.92, 23 * HOUR_MS)], NOW);
  expect(currencyNow()).toEqual(['EUR', null]);
  keepRates([euro(0.92, 24 * HOUR_MS + 1)], NOW);
  expect(currencyNow()).toEqual(['USD', 'EUR']);
});

test('when a call fails, known rates are used until they are a day old', () => {
  keepRates([euro(0.92, HOUR_MS)], NOW);
  keepRates(null, NOW);
  expect(currencyNow()).toEqual(['EUR', null]);
  keepRates(null, NOW + 23 * HOUR_MS + 1);
  expect(currencyNow()).toEqual(['USD', 'EUR']);
});

test('a currency that the server leaves out has no rate', () => {
  keepRates([euro(0.92)], NOW);
  keepRates([], NOW);
  expect(currencyNow()).toEqual(['USD', 'EUR']);
});

test('a rate that says nothing isn’t used', () => {
  for (const perUsd of [0, -1, 1e-13]) {
    keepRates([euro(perUsd)], NOW);
    expect(currencyNow()).toEqual(['USD', 'EUR']);
  }
});

test('money is the same object until the rate changes', () => {
  keepRates([euro(0.92)], NOW);
  const { result } = renderHook(useMoney);
  const first = result.current;
  act(() => keepRates([{ ...euro(0.92), asOf: new Date(NOW + 1).toISOString() }], NOW));
  expect(result.current).toBe(first);
  act(() => keepRates([euro(0.93)], NOW));
  expect(result.current.perUsd).toBe(0.93);
});

test('US dollars need no rate', () => {
  changeSettings({ currency: 'USD' });
  expect(currencyNow()).toEqual(['USD', null]);
});
