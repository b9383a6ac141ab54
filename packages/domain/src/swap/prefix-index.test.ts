import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPrefixIndex } from './prefix-index.ts';

const index = createPrefixIndex(['USDC', 'usdt', 'AVAX', 'KAX', 'kaxx', 'Ünits'], (name) => name);
const all = { offset: 0, limit: 100 };

it.each([
  ['us', ['USDC', 'usdt']],
  ['KAX', ['KAX', 'kaxx']],
  ['kaxx', ['kaxx']],
  ['sdc', []],
  ['zzz', []],
  ['ü', ['Ünits']],
])('finds what begins with %j, whatever the case', (prefix, found) => {
  expect(index.page(prefix, all)).toEqual({ entries: found, next: null });
});

it('returns a page at a time and where the next one begins', () => {
  const first = index.page('', { offset: 0, limit: 4 });
  expect(first.next).toBe(4);
  const rest = index.page('', { offset: 4, limit: 4 });
  expect([...first.entries, ...rest.entries]).toHaveLength(6);
  expect(rest.next).toBeNull();
  expect(index.page('', { offset: 40, limit: 4 })).toEqual({ entries: [], next: null });
});

it('finds exactly what a scan of every name would find', () => {
  const name = fc.string({ maxLength: 6 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 40 }), name, (names, prefix) => {
      const wanted = prefix.normalize('NFKC').toLowerCase();
      const expected = names.filter((one) =>
        one.normalize('NFKC').toLowerCase().startsWith(wanted),
      );
      const { entries } = createPrefixIndex(names, (one) => one).page(prefix, all);
      expect([...entries].sort()).toEqual(expected.sort());
    }),
  );
});
