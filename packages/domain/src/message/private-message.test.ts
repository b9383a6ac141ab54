import { describe, expect, it } from 'vitest';
import {
  countCharacters,
  MESSAGE_MAX_CHARACTERS,
  paddedBytes,
  padMessage,
  parseMessage,
  readMessage,
} from './private-message.ts';

const FAMILY = '👨‍👩‍👧‍👦';

describe('what a user writes', () => {
  it('is trimmed, and nothing written is no message', () => {
    expect(parseMessage('  Rent for May ')).toEqual({ ok: true, message: 'Rent for May' });
    expect(parseMessage('   ')).toEqual({ ok: true, message: null });
  });

  it('has up to 140 characters as the user counts them', () => {
    expect(countCharacters(`é${FAMILY}🇩🇪`)).toBe(3);
    const ok = [FAMILY.repeat(30), 'ü'.repeat(MESSAGE_MAX_CHARACTERS), 'नमस्ते'.repeat(40)];
    for (const text of ok) expect(parseMessage(text)).toEqual({ ok: true, message: text });
    expect(parseMessage('x'.repeat(MESSAGE_MAX_CHARACTERS + 1)).ok).toBe(false);
  });

  it('has a limit in bytes too, because one character can be made of any number of them', () => {
    expect(parseMessage(`e${'\u0301'.repeat(600)}`).ok).toBe(false);
  });

  it.each([
    ['two lines', 'Rent\nfor May'],
    ['a control', 'Rent\u0007'],
    ['a direction override', 'pay \u202e05 not 50'],
    ['an isolate', 'pay \u2067 50'],
    ['a line separator', 'Rent\u2028May'],
    ['half a character', 'Rent \ud83d'],
    ['only characters without a width', '\u200b\u200d\ufeff'],
    ['only blank letters', '\u3164\u2800'],
  ])('is refused with %s', (_what, text) => {
    expect(parseMessage(text)).toEqual({ ok: false });
  });

  it.each(['می‌خواهم', FAMILY, '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'שלום', 'a > b & <b>c</b>'])(
    'may be in any language: %s',
    (text) => expect(parseMessage(text)).toEqual({ ok: true, message: text }),
  );
});

describe('the length of what is encrypted', () => {
  it.each([
    ['x', 64],
    ['x'.repeat(64), 64],
    ['ü'.repeat(33), 128],
    ['x'.repeat(140), 192],
  ])('is a multiple of 64 bytes', (message, bytes) => {
    expect(paddedBytes(message)).toBe(bytes);
    expect(new TextEncoder().encode(padMessage(message))).toHaveLength(bytes);
  });

  it('does not change what is read', () => {
    for (const message of ['Rent', `Dinner ${FAMILY}`, 'ü'.repeat(140)]) {
      expect(readMessage(padMessage(message))).toBe(message);
    }
  });
});

describe('what a note says', () => {
  it('is one line without controls and hidden characters', () => {
    expect(readMessage(' Hi\r\n\tthere\u0000 ')).toBe('Hi there');
    expect(readMessage('pay \u202e05\u2066\u200b!')).toBe('pay 05!');
    expect(readMessage('half \ud83d')).toBe('half');
  });

  it('is nothing when nothing of it can be seen', () => {
    for (const memo of [null, '', '   ', '\u200b\u0000', '\u3164']) {
      expect(readMessage(memo)).toBeNull();
    }
  });

  it('is cut after 600 code points, however long the note is', () => {
    expect(readMessage('x'.repeat(600))).toBe('x'.repeat(600));
    expect(readMessage('x'.repeat(5_000_000))).toBe(`${'x'.repeat(600)}…`);
    expect(readMessage('😀'.repeat(700))).toBe(`${'😀'.repeat(600)}…`);
  });
});
