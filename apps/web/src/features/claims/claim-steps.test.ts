import { expect, test } from 'vitest';
import { daysLeftText } from './claim-steps.tsx';

const HOUR_MS = 60 * 60_000;

test.each([
  [30 * 24 * HOUR_MS - 1, '30 days left'],
  [20 * 24 * HOUR_MS + 2 * HOUR_MS, '20 days left'],
  [25 * HOUR_MS, '1 day left'],
  [23 * HOUR_MS + 1, '23 hours left'],
  [HOUR_MS, '1 hour left'],
  [HOUR_MS - 1, 'Less than an hour left'],
  [-5, 'Less than an hour left'],
])('with %i ms left it says %s', (left, text) => {
  expect(daysLeftText(1_000_000 + left, 1_000_000)).toBe(text);
});
