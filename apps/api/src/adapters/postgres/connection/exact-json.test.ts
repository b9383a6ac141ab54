import { expect, it } from 'vitest';
import { readExact, writeExact } from './exact-json.ts';

it('keeps whole numbers of any size, times and everything around them', () => {
  const value = {
    amount: 2n ** 200n + 1n,
    list: [{ at: new Date('2026-01-02T03:04:05.678Z') }, null, 'text', 1.5, true],
  };
  expect(readExact(writeExact(value))).toEqual(value);
});

it('throws for a text that it did not write', () => {
  expect(() => readExact('{"$integer":"a"}')).toThrow(SyntaxError);
});
