import fc from 'fast-check';
import { expect, it } from 'vitest';
import { durationText, tooMany } from './too-many-requests.ts';

it.each([
  [0, '1 second'],
  [1, '1 second'],
  [59.2, '60 seconds'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [900, '15 minutes'],
  [7_199, '120 minutes'],
  [7_200, '2 hours'],
  [7_201, '3 hours'],
  [86_400, '24 hours'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

const secondsOf: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600 };

it('never names a shorter time than Retry-After, and none that is twice as long', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seconds) => {
      const [count = '', unit = ''] = durationText(seconds).split(' ');
      const named = Number(count) * (secondsOf[unit.replace(/s$/, '')] ?? 0);
      expect(named).toBeGreaterThanOrEqual(seconds);
      expect(named).toBeLessThan(2 * seconds + 1);
    }),
  );
});

it('says what happened and when to try again, as the header does', () => {
  expect(tooMany(150)).toEqual({
    refused: 'too-many-requests',
    retryAfter: 150,
    sentence: 'Too many attempts. Try again in 3 minutes.',
  });
  expect(tooMany(86_000, 'You’ve requested too many codes.').sentence).toBe(
    'You’ve requested too many codes. Try again in 24 hours.',
  );
});
