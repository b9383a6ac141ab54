import { expect, test } from 'vitest';
import { START } from '#testing/operation';
import { after } from './situation.test-setup.ts';
import { durationText, gweiText, nativeText, timeText, whenText } from './texts.ts';

test.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [240_000, '4 min'],
  [7_500_000, '2 h 5 min'],
  [7_200_000, '2 h'],
  [273_600_000, '3 d 4 h'],
])('%i ms is %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test('a moment of another day has its day', () => {
  expect(timeText(after(1_000), START)).toBe('03:04:06 UTC');
  expect(timeText(after(86_400_000), START)).toBe('2026-01-03 03:04:05 UTC');
  expect(whenText(START, START)).toBe('now');
});

test('a price of gas and an amount of the native coin are short', () => {
  expect(gweiText(90_250_000_001n)).toBe('90.26 gwei');
  expect(gweiText(8n)).toBe('0.000000008 gwei');
  expect(gweiText(60_000_000_000n)).toBe('60 gwei');
  expect(nativeText(1_500_000_000_000_000_000n, 'POL', 'down')).toBe('1.5 POL');
  expect(nativeText(0n, 'POL', 'down')).toBe('0 POL');
});
