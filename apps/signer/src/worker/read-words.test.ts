import { wordlist } from '@scure/bip39/wordlists/english.js';
import { describe, expect, it } from 'vitest';
import { entropyToWords } from '#pool/words';
import { nearestWord, readWords } from './read-words.ts';

const words = entropyToWords(new Uint8Array(16).fill(3)).split(' ');

describe('typed words', () => {
  it('give the entropy that they were made of, in any case', async () => {
    const read = await readWords(words.map((word) => ` ${word.toUpperCase()} `));
    expect(read).toEqual({ outcome: 'words', entropy: new Uint8Array(16).fill(3) });
  });

  it('are named by place when the list lacks them, with the word that was meant', async () => {
    const typed = words.map((word, index) => (index === 10 ? 'ribon' : word));
    expect(await readWords(typed)).toEqual({ outcome: 'not-words', places: [11], meant: 'ribbon' });
  });

  it('do not belong together when two are swapped', async () => {
    const [first = '', second = '', ...rest] = entropyToWords(
      Uint8Array.from({ length: 16 }, (_, index) => index),
    ).split(' ');
    expect(await readWords([second, first, ...rest])).toMatchObject({
      outcome: 'not-words',
      places: [],
    });
  });

  it.each([
    ['ribon', 'ribbon'],
    ['ribbonn', 'ribbon'],
    ['ribbom', 'ribbon'],
    ['irbbon', 'ribbon'],
    ['xyzzy', null],
    // As near to several.
    ['xat', null],
  ])('%s may have been meant as %s', (typed, meant) => {
    expect(nearestWord(typed, wordlist)).toBe(meant);
  });
});
