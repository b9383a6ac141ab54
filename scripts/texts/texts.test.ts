import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { codeMessage, keyOf } from '#language/catalogue';
import { DIRECTION_BY_LANGUAGE, LANGUAGES } from '#language/languages';
import { parseMessage } from '#language/parse-message';
import { sentenceByCode } from '#wire/errors';
import { readCatalogue } from '../web-build/languages.ts';
import { allMessages, pageMessages } from './all-messages.ts';
import { problemOfTranslation } from './compare-translation.ts';
import { findMessages } from './find-messages.ts';

const texts = await allMessages();

describe.each(LANGUAGES)('the documents beside the app in %s', (language) => {
  const ending = language === 'en' ? 'html' : `${language}.html`;
  const direction = DIRECTION_BY_LANGUAGE[language] === 'rtl' ? ' dir="rtl"' : '';

  it.each([
    ['terms', 'Terms'],
    ['privacy', 'Privacy'],
  ])('have %s', async (name, title) => {
    const page = await readFile(`apps/web/public/${name}.${ending}`, 'utf8');
    const shown = language === 'en' ? title : (await readCatalogue(language))[title];
    expect(page).toContain(`<html lang="${language}"${direction}>`);
    expect(page).toContain(`<h1>${shown}</h1>`);
  });
});

describe('the texts', () => {
  it('are found', () => {
    expect(texts).toContain('Forgot your password?');
    expect(texts).toContain('Your Kax email code');
  });

  it('are well-formed, without blanks around them', () => {
    expect(texts.filter((text) => !isWellFormed(text))).toEqual([]);
  });

  it('have a key each, and so has what a code means', () => {
    const keyed = [...texts, ...Object.keys(sentenceByCode).map(codeMessage)];
    expect(new Set(keyed.map(keyOf)).size).toBe(keyed.length);
  });
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('the texts in %s', (language) => {
  it('are there for every text, and for nothing else', async () => {
    const translated = new Set(Object.keys(await readCatalogue(language)));
    const known = new Set(texts);
    expect({
      missing: [...known].filter((text) => !translated.has(text)),
      surplus: [...translated].filter((text) => !known.has(text)),
    }).toEqual({ missing: [], surplus: [] });
  });

  it('of pages are a line each', async () => {
    const catalogue = await readCatalogue(language);
    const pages = await pageMessages();
    expect(pages.filter((message) => catalogue[message]?.includes('\n'))).toEqual([]);
  });

  it('have the values, tags and plurals that they need', async () => {
    const problems = Object.entries(await readCatalogue(language)).flatMap(([message, text]) => {
      const problem = problemOfTranslation(message, text, language);
      return problem === null ? [] : [`“${text}” ${problem}`];
    });
    expect(problems).toEqual([]);
  });
});

describe('comparing a translation', () => {
  it.each([
    ['Paid {amount}', 'Pagado', 'has no values instead of value amount'],
    ['Paid', 'Pagado {amount}', 'has value amount instead of none'],
    ['<b>Paid</b>', 'Pagado', 'has no values instead of tag b'],
    ['Paid', 'Pagado ', 'has blanks around it'],
    ['Paid', 'Pagado {', 'SyntaxError'],
    [
      '{count, plural, one {# coin} other {# coins}}',
      '{count, plural, other {# monedas}}',
      'lacks one',
    ],
    [
      '{by, select, email {Email} other {Phone}}',
      '{by, select, correo {Correo} other {Teléfono}}',
      'has select by correo|other instead of select by email|other',
    ],
  ])('%s is not %s', (message, translation, problem) => {
    expect(problemOfTranslation(message, translation, 'es')).toContain(problem);
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
