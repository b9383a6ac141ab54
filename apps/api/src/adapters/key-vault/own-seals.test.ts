import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createOwnSeals } from './own-seals.ts';

const place = { userId: 'alice', id: 'one', version: 1 };

it('opens what it sealed, of any length and with any character', () => {
  const seals = createOwnSeals(randomBytes(32), 'contacts');
  for (const text of ['{}', 'Éva 🐖', 'x'.repeat(1023), 'x'.repeat(1024), '🐖'.repeat(400)]) {
    expect(seals.open(place, seals.seal(place, text))).toEqual({ ok: true, text });
  }
});

it.each([
  ['another user', { userId: 'mallory' }],
  ['another contact', { id: 'two' }],
  ['an earlier version', { version: 0 }],
  ['another version', { version: 2 }],
])('does not open it as that of %s', (_name, other) => {
  const seals = createOwnSeals(randomBytes(32), 'contacts');
  const sealed = seals.seal(place, '{}');
  expect(seals.open({ ...place, ...other }, sealed)).toMatchObject({ ok: false });
});

it('does not open it under another key, changed in any byte, or cut off', () => {
  const key = randomBytes(32);
  const seals = createOwnSeals(key, 'contacts');
  const sealed = seals.seal(place, '{}');
  expect(createOwnSeals(randomBytes(32), 'contacts').open(place, sealed)).toMatchObject({
    ok: false,
  });
  for (let at = 0; at < sealed.length; at += 37) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(seals.open(place, changed), `byte ${at}`).toMatchObject({ ok: false });
  }
  for (const length of [0, 1, 12, 28, sealed.length - 1]) {
    expect(seals.open(place, sealed.subarray(0, length))).toMatchObject({ ok: false });
  }
});

it('hides how much is in it, and seals the same twice in different bytes', () => {
  const seals = createOwnSeals(randomBytes(32), 'contacts');
  const [short, long] = ['{}', 'x'.repeat(1000)].map((text) => seals.seal(place, text));
  expect(short?.length).toBe(long?.length);
  expect(seals.seal(place, '{}')).not.toEqual(seals.seal(place, '{}'));
});

it('does not open what was sealed for another purpose, even under the same key', () => {
  const key = randomBytes(32);
  const sealed = createOwnSeals(key, 'contacts').seal(place, '{}');
  expect(createOwnSeals(key, 'notes').open(place, sealed)).toMatchObject({ ok: false });
});

it('tags a text the same each time, and otherwise under another key', () => {
  const seals = createOwnSeals(randomBytes(32), 'notes');
  expect(seals.tag('operation-1')).toEqual(seals.tag('operation-1'));
  expect(seals.tag('operation-1')).not.toEqual(seals.tag('operation-2'));
  const others = createOwnSeals(randomBytes(32), 'notes');
  expect(others.tag('operation-1')).not.toEqual(seals.tag('operation-1'));
});
