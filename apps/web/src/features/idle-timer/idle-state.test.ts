import { expect, test } from 'vitest';
import { countdownText, idleStateAt, spokenCountdown } from './idle-state.ts';

const MINUTE = 60_000;
const T = 1_000_000_000;

test('the user is active for 25 minutes, then warned with the seconds left (§9)', () => {
  expect(idleStateAt(T, T)).toEqual({ at: 'active' });
  expect(idleStateAt(T, T + 25 * MINUTE - 1)).toEqual({ at: 'active' });
  expect(idleStateAt(T, T + 25 * MINUTE)).toEqual({ at: 'warning', secondsLeft: 300 });
  expect(idleStateAt(T, T + 30 * MINUTE - 1)).toEqual({ at: 'warning', secondsLeft: 1 });
});

test('the time is up after 30 minutes, however long the machine slept (§9)', () => {
  expect(idleStateAt(T, T + 30 * MINUTE)).toEqual({ at: 'over' });
  expect(idleStateAt(T, T + 600 * MINUTE)).toEqual({ at: 'over' });
});

test('a system clock that was set back counts as no time elapsed', () => {
  expect(idleStateAt(T, T - MINUTE)).toEqual({ at: 'active' });
});

test('the countdown is shown every second, and announced only at a few moments', () => {
  expect([252, 60, 9].map(countdownText)).toEqual(['4:12', '1:00', '0:09']);
  expect([252, 61, 60, 31, 30, 10, 3].map(spokenCountdown)).toEqual([
    'You’ll be signed out in 5 minutes.',
    'You’ll be signed out in 2 minutes.',
    'You’ll be signed out in 60 seconds.',
    'You’ll be signed out in 60 seconds.',
    'You’ll be signed out in 30 seconds.',
    'You’ll be signed out in 10 seconds.',
    'You’ll be signed out in 10 seconds.',
  ]);
});
