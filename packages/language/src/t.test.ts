import { afterEach, describe, expect, it } from 'vitest';
import { catalogueOf, compactCatalogue, textByKey } from './catalogue.ts';
import { setTranslator, t } from './t.ts';
import { createTranslator } from './translator.ts';

const COINS = 'You have {count, plural, =0 {no coins} one {# coin} other {# coins}}.';

function speakArabic(translations: Readonly<Record<string, string>>): void {
  setTranslator(createTranslator('ar', catalogueOf(textByKey(compactCatalogue(translations)))));
}

afterEach(() => setTranslator(createTranslator('en', null)));

describe('in English', () => {
  it('a text is itself', () => {
    expect(t('Incorrect email, phone or password.')).toBe('Incorrect email, phone or password.');
  });

  it('a value is in its place, and a number has its separators', () => {
    expect(t('Paid {amount} to {name}.', { amount: '5 USDC', name: 'Bob {x} <b>' })).toBe(
      'Paid 5 USDC to Bob {x} <b>.',
    );
    expect(t('{count} notes', { count: 5_000 })).toBe('5,000 notes');
  });

  it.each([
    [0, 'You have no coins.'],
    [1, 'You have 1 coin.'],
    [1_200, 'You have 1,200 coins.'],
  ])('a plural agrees with %s', (count, text) => {
    expect(t(COINS, { count })).toBe(text);
  });

  it('a case is chosen by name', () => {
    const message = 'Your {mode, select, private {private} other {public}} balance';
    expect(t(message, { mode: 'private' })).toBe('Your private balance');
    expect(t(message, { mode: 'public' })).toBe('Your public balance');
  });

  it('a case has values of its own', () => {
    const message =
      '{who, select, us {We} other {Bob}} {times, plural, =1 {emailed {to}} other {emailed {to} # times}}.';
    expect(t(message, { who: 'us', times: 2, to: 'Alice' })).toBe('We emailed Alice 2 times.');
    // @ts-expect-error The case has a value as well.
    expect(() => t(message, { who: 'us', times: 1 })).toThrow('needs a value for “to”');
  });

  it('a value that is missing is an error, never an empty place', () => {
    // @ts-expect-error The name belongs to the message.
    expect(() => t('Paid {amount}.', { name: 'Bob' })).toThrow('needs a value for “amount”');
  });

  it('a text that only exists when the program runs is no message', () => {
    const text: string = 'Paid';
    // @ts-expect-error Nothing could find it for translation.
    expect(t(text)).toBe('Paid');
  });
});

describe('in another language', () => {
  it('a text is its translation, with the plurals of that language', () => {
    speakArabic({
      [COINS]:
        '{count, plural, =0 {لا عملات} one {عملة واحدة} two {عملتان} few {# عملات} many {# عملة} other {# عملة}}',
    });
    const texts = [0, 1, 2, 3, 11, 100, 1_234].map((count) => t(COINS, { count }));
    expect(texts).toEqual([
      ...['لا عملات', 'عملة واحدة', 'عملتان', '3 عملات', '11 عملة', '100 عملة', '1,234 عملة'],
    ]);
  });

  it('a value keeps its own direction', () => {
    speakArabic({ 'Paid {amount} to {name}.': 'دُفع {amount} إلى {name}.' });
    expect(t('Paid {amount} to {name}.', { amount: '+1 POL', name: 'Bob' })).toBe(
      'دُفع \u2068+1 POL\u2069 إلى \u2068Bob\u2069.',
    );
  });

  it('a text without a translation is English', () => {
    speakArabic({});
    expect(t('Send')).toBe('Send');
  });
});
