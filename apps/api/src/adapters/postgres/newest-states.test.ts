import { expect, it } from 'vitest';
import { createNewestStates } from './newest-states.ts';

it('knows a state that is older than one it saw, of the same row', () => {
  const states = createNewestStates();
  expect(states.isNewest('a', 5)).toBe(true);
  expect(states.isNewest('a', 4)).toBe(false);
  expect(states.isNewest('a', 5)).toBe(true);
  expect(states.isNewest('b', 4)).toBe(true);
  expect(states.isNewest('a', 6)).toBe(true);
  expect(states.isNewest('a', 5)).toBe(false);
});

it('remembers a bounded number of rows, those that were seen last', () => {
  const states = createNewestStates(2);
  states.isNewest('a', 5);
  states.isNewest('b', 5);
  states.isNewest('a', 4);
  states.isNewest('c', 5);
  expect(states.isNewest('a', 4)).toBe(false);
  expect(states.isNewest('b', 4)).toBe(true);
});
