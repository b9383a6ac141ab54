import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('is the same however keys are ordered, at any depth', () => {
  const one = { b: [{ y: 1, x: null }], a: { d: 'é', c: 1.5 } };
  const other = { a: { c: 1.5, d: 'é' }, b: [{ x: null, y: 1 }] };
  expect(canonicalJson(one)).toBe(canonicalJson(other));
  expect(canonicalJson(one)).toBe('{"a":{"c":1.5,"d":"é"},"b":[{"x":null,"y":1}]}');
});

it('differs with any value and with the order of a list', () => {
  const texts = [{ a: 1 }, { a: '1' }, { a: [1, 2] }, { a: [2, 1] }, { a: null }, {}];
  expect(new Set(texts.map(canonicalJson)).size).toBe(texts.length);
});

it('leaves out what has no value, as the column does', () => {
  expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
});
