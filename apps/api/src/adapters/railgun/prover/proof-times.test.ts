import { expect, it } from 'vitest';
import { createProofTimes } from './proof-times.ts';

it('expects what was measured for the size, and as much more for more notes as their circuit has', () => {
  const times = createProofTimes(() => 2_000);
  expect(times.expected([1])).toBe(2_000);
  expect(times.expected([8, 1])).toBe(11_000);
  for (const ms of [200, 180, 9_000]) times.add(1, ms);
  expect(times.expected([1])).toBe(200);
  expect(times.expected([2, 2])).toBe(600);
  times.add(8, 700);
  expect(times.expected([8])).toBe(700);
  expect(times.expected([2])).toBe(300);
  expect(times.expected([6])).toBe(544);
  expect(times.expected([])).toBe(0);
});

it('follows a machine that became slower', () => {
  const times = createProofTimes(() => 2_000);
  for (let at = 0; at < 9; at += 1) times.add(1, 200);
  for (let at = 0; at < 4; at += 1) times.add(1, 900);
  expect(times.expected([1])).toBe(200);
  times.add(1, 900);
  expect(times.expected([1])).toBe(900);
});

it('begins again when proofs are made with something else', () => {
  const times = createProofTimes(() => 2_000);
  times.add(1, 200);
  times.clear();
  expect(times.expected([1])).toBe(2_000);
});
