import { describe, expect, it } from 'vitest';
import { NOTE_MAX_CHARACTERS, parseOwnNote } from './own-note.ts';

const FAMILY = '👨‍👩‍👧‍👦';

describe('a note for oneself', () => {
  it('is trimmed, and keeps its lines, with one empty line between two at most', () => {
    expect(parseOwnNote('  Rent\r\nfor May \n\n\n\nand June\u2028July\t ')).toEqual({
      ...{ ok: true, text: 'Rent\nfor May\n\nand June\nJuly' },
    });
  });

  it('has up to 280 characters as the user counts them', () => {
    for (const text of ['ü'.repeat(NOTE_MAX_CHARACTERS), FAMILY.repeat(80), 'नमस्ते'.repeat(70)]) {
      expect(parseOwnNote(text)).toEqual({ ok: true, text });
    }
    expect(parseOwnNote('x'.repeat(NOTE_MAX_CHARACTERS + 1))).toEqual({ ok: false });
  });

  it('has a limit in bytes too, because one character can be made of any number of them', () => {
    expect(parseOwnNote(`e${'\u0301'.repeat(1_100)}`)).toEqual({ ok: false });
  });

  it('loses controls and halves of characters', () => {
    expect(parseOwnNote('Re\u0000nt\u0007 \ud83dfor\tMay')).toEqual({
      ...{ ok: true, text: 'Rent for May' },
    });
  });

  it.each([
    ['an override', 'pay \u202e05 not 50'],
    ['an isolate', 'pay \u2067 50'],
  ])('is refused with %s of direction', (_what, text) => {
    expect(parseOwnNote(text)).toEqual({ ok: false });
  });

  it.each(['', '  \n ', '\u200b\u200d\ufeff', '\u3164\n\u2800', '\u0000'])(
    'is none when nothing of it can be seen: %j',
    (text) => expect(parseOwnNote(text)).toEqual({ ok: true, text: '' }),
  );

  it.each(['می‌خواهم', FAMILY, 'שלום', 'a > b & <b>c</b>'])('may be in any language: %s', (text) =>
    expect(parseOwnNote(text)).toEqual({ ok: true, text }),
  );

  it('reads its own result as itself', () => {
    for (const entered of [' a \n\n\n b\u0000 ', 'x\r\r\ny', '\u0000 a \u0000', ' \u0000 \n']) {
      const once = parseOwnNote(entered);
      expect(once.ok && parseOwnNote(once.text)).toEqual(once);
    }
  });
});
