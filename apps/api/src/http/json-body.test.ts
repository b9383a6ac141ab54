import { expect, it } from 'vitest';
import { hasRepeatedKey } from './json-body.ts';

it.each([
  '{"amount":"1","amount":"9"}',
  '{"amount":"1","\\u0061mount":"9"}',
  '{"a":{"b":1,"b":2}}',
  '[{"a":1},{"a":1,"a" : 2}]',
  '{"a":{"b":1},"c":{},"a":2}',
])('detects the repeated key in %s', (json) => {
  expect(hasRepeatedKey(json)).toBe(true);
});

it.each([
  '{}',
  '"a"',
  '[]',
  '{"a":"a","b":"a"}',
  '[{"a":1},{"a":1}]',
  '{"a":{"a":{"a":1}}}',
  '{"a":"\\"a\\":","b":"{\\"a\\":1"}',
  '{"a\\\\":1,"a":2}',
])('detects none in %s', (json) => {
  expect(hasRepeatedKey(json)).toBe(false);
});
