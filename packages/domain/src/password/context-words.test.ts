import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkContextWords } from './context-words.ts';

const EMAIL = 'Password should not contain your email address';
const KAX = 'Password should not contain “kax”';

describe('a new password must not contain (§5)', () => {
  it.each([
    ['Dora.Silva!7', 'dora.silva@example.org'],
    ['DoraSilva!77', 'dora.silva@example.org'],
    ['dora_silva!7A', 'dora-silva@example.org'],
    ['My!Dora7', 'dora@kax.test'],
    ['My!ＤＯＲＡ7', 'dora@kax.test'],
    ['My!Dora7', 'dora+wallet@kax.test'],
    ['STRASSE!bank7', 'straße@kax.test'],
    ['My!Example7', 'd@example.co.uk'],
    ['My!Mail77', 'd@mail.example.org'],
    ['My!Kax-Dora7', 'dora@kax.test'],
  ])('a part of the email: %s of %s', (password, email) => {
    expect(checkContextWords(password, email)).toBe(EMAIL);
  });

  it.each([
    ['My!Bobsled7', 'bob@x.org'],
    ['Wallet!Harbor7', 'dora+wallet@x.org'],
    ['Testing!Harbor7', 'dora@x.testing'],
    ['Piggy!Bank7', 'a.b@x.co'],
    ['Dora!Silva7', 'dora.silva@x.org'],
    ['Piggy!Bank7', 'alice@kax.test'],
  ])('%s contains no part of %s', (password, email) => {
    expect(checkContextWords(password, email)).toBeNull();
  });

  it.each(['Kax!Harbor7', 'MyKAX!77harbor', 'ｋａｘ!Harbor7'])(
    'the product’s name: %s',
    (password) => {
      expect(checkContextWords(password)).toBe(KAX);
      expect(checkContextWords(password, 'dora@kax.test')).toBe(KAX);
    },
  );

  it('the mailbox, wherever it is and in whatever case', () => {
    const mailbox = fc.stringMatching(/^[a-z]{4,20}$/);
    fc.assert(
      fc.property(
        fc.string(),
        mailbox,
        fc.boolean(),
        fc.string(),
        (before, name, isUpper, after) => {
          const password = `${before}\u0000${isUpper ? name.toUpperCase() : name}\u0000${after}`;
          expect(checkContextWords(password, `${name}@x.org`)).toBe(EMAIL);
        },
      ),
    );
  });

  it('nothing of an email whose parts are short', () => {
    fc.assert(
      fc.property(fc.string(), (password) => {
        expect(checkContextWords(password, 'bob@kax.test')).toBe(checkContextWords(password));
      }),
    );
  });
});
