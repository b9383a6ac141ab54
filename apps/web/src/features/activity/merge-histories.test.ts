import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildActivity } from '#testing/activity';
import { entriesOf } from './entry.ts';
import type { EntryRow } from './entry-row.ts';
import { horizonOf, type LoadedHistory, rowsOf, untilHorizon } from './merge-histories.ts';

const CONTEXT = { ownAddresses: [], swaps: new Map(), claims: [] };
const at = (second: number) => new Date(second * 1_000).toISOString();

function row(mode: EntryRow['mode'], id: string, second: number): EntryRow {
  const transaction = buildActivity({ id, date: at(second), transactionHash: `0x${mode}${id}` });
  return { mode, transaction };
}

/** @returns what is shown while so many pages of each are loaded */
function shownOf(histories: readonly LoadedHistory[]) {
  const entries = entriesOf(rowsOf(histories), CONTEXT);
  return untilHorizon(entries, horizonOf(histories));
}

test('what is older than the oldest row of a history with more is held back', () => {
  const open = { pages: [[row('public', 'a', 90), row('public', 'b', 50)]], hasMore: true };
  const hidden = { pages: [[row('private', 'c', 60), row('private', 'd', 10)]], hasMore: false };
  expect(shownOf([open, hidden]).map(({ at: then }) => then / 1_000)).toEqual([90, 60, 50]);
  const whole = { pages: [...open.pages, [row('public', 'e', 20)]], hasMore: false };
  expect(shownOf([whole, hidden]).map(({ at: then }) => then / 1_000)).toEqual([
    90, 60, 50, 20, 10,
  ]);
});

test('what is in progress is shown however old it is', () => {
  const pending = row('private', 'a', 1);
  const waiting = {
    ...pending,
    transaction: { ...pending.transaction, status: 'pending' as const },
  };
  const open = { pages: [[row('public', 'b', 50)]], hasMore: true };
  const hidden = { pages: [[waiting]], hasMore: false };
  expect(shownOf([open, hidden])).toHaveLength(2);
});

test('nothing is shown of a history whose first page has no rows but an older page', () => {
  const open = { pages: [[]], hasMore: true };
  const hidden = { pages: [[row('private', 'a', 10)]], hasMore: false };
  expect(shownOf([open, hidden])).toEqual([]);
});

test('a row that a later page repeats is counted once', () => {
  const pages = [[row('public', 'a', 90)], [row('public', 'a', 90), row('public', 'b', 80)]];
  expect(rowsOf([{ pages, hasMore: false }])).toHaveLength(2);
});

const seconds = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 25 });

function pagesOf(mode: EntryRow['mode'], times: readonly number[], size: number) {
  const rows = times
    .toSorted((left, right) => right - left)
    .map((second, index) => row(mode, String(index), second));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}

test('however pages arrive, what is shown only ever grows at its end, and is all in the end', () => {
  fc.assert(
    fc.property(seconds, seconds, fc.array(fc.boolean()), (left, right, turns) => {
      const all = { public: pagesOf('public', left, 3), private: pagesOf('private', right, 4) };
      const loaded = { public: 1, private: 1 };
      const look = () =>
        shownOf(
          (['public', 'private'] as const).map((mode) => ({
            pages: all[mode].slice(0, loaded[mode]),
            hasMore: loaded[mode] < all[mode].length,
          })),
        ).map(({ id, at: then }) => ({ id, then }));
      let before = look();
      for (const isPublic of [
        ...turns,
        ...all.public.map(() => true),
        ...all.private.map(() => false),
      ]) {
        loaded[isPublic ? 'public' : 'private'] += 1;
        const now = look();
        const isOnlyNewer = ({ then }: { then: number }) => then > (before.at(-1)?.then ?? 0);
        expect(now.filter(isOnlyNewer)).toEqual(before.filter(isOnlyNewer));
        expect(now.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
        before = now;
      }
      expect(before).toHaveLength(left.length + right.length);
    }),
  );
});
