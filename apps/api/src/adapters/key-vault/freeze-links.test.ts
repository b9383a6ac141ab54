import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFreezeLinks } from './freeze-links.ts';

const now = new Date('2026-11-25T12:00:00Z');
const later = new Date(now.getTime() + 60_000);
const userId = randomUUID();
const links = createFreezeLinks(randomBytes(32));

it('names its user until it expires', () => {
  const token = links.make(userId, later);
  expect(token).toMatch(/^[\w.-]+$/);
  expect(links.read(token, now)).toBe(userId);
  expect(links.read(token, later)).toBeNull();
});

it('is worth nothing when any character of it is changed', () => {
  const token = links.make(userId, later);
  for (let index = 0; index < token.length - 1; index += 1) {
    const other = token[index] === 'a' ? 'b' : 'a';
    const forged = token.slice(0, index) + other + token.slice(index + 1);
    expect(links.read(forged, now)).toBeNull();
  }
  for (const each of ['', token.slice(1), `${token}a`, token.replace('.', '')]) {
    expect(links.read(each, now)).toBeNull();
  }
});

it('is of one installation only', () => {
  const token = createFreezeLinks(randomBytes(32)).make(userId, later);
  expect(links.read(token, now)).toBeNull();
});
