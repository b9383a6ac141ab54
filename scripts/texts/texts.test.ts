import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyOf } from '#language/catalogue';
import { parseMessage } from '#language/parse-message';
import { findMessages, findMessagesIn } from './find-messages.ts';

const repository = join(import.meta.dirname, '../..');
const sources = await readdir(join(repository, 'apps/web/src'), { recursive: true });
const paths = sources
  .filter((path) => /\.tsx?$/.test(path) && !/\.test(?:-setup)?\.tsx?$/.test(path))
  .map((path) => join(repository, 'apps/web/src', path));
const messages = await findMessagesIn(paths);
const texts = [...new Set(messages.map(({ message }) => message))];

describe('the texts of the web client', () => {
  it('are found', () => {
    expect(texts).toContain('Forgot your password?');
  });

  it('are well-formed, without blanks around them', () => {
    expect(texts.filter((text) => !isWellFormed(text))).toEqual([]);
  });

  it('have a key each', () => {
    expect(new Set(texts.map(keyOf)).size).toBe(texts.length);
  });
});

describe('finding texts', () => {
  it('reads literals, templates without values and both branches of a choice', () => {
    const source = "t('One'); t(`Two`, { a }); rich(a ? 'Three' : ('Four'), { b });\nat('No');";
    expect(findMessages('a.ts', source)).toEqual([
      ...['One', 'Two', 'Three', 'Four'].map((message) => ({ message, place: 'a.ts:1' })),
    ]);
  });

  it('refuses a text that is computed', () => {
    expect(() => findMessages('a.ts', 't(a + b)')).toThrow('no literal text');
  });
});

function isWellFormed(text: string): boolean {
  try {
    parseMessage(text);
    return text.trim() === text;
  } catch {
    return false;
  }
}
