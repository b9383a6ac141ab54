import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createRecipientTags } from './recipient-tags.ts';

it('tags each value in its own way, always the same, and with another key differently', () => {
  const tag = createRecipientTags(randomBytes(32));
  expect(tag('lena@post.test')).toMatch(/^[0-9a-f]{64}$/);
  expect(tag('lena@post.test')).toBe(tag('lena@post.test'));
  expect(tag('lena@post.tests')).not.toBe(tag('lena@post.test'));
  expect(createRecipientTags(randomBytes(32))('lena@post.test')).not.toBe(tag('lena@post.test'));
});
