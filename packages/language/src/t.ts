import { type CompactCatalogue, catalogueOf, textByKey } from './catalogue.ts';
import { DIRECTION_BY_LANGUAGE, type Language, localeByLanguage } from './languages.ts';
import type { Literal, TagNames, ValuesOf } from './message-values.ts';
import { loadedCatalogue, loadedLanguage } from './page-language.ts';
import { createTranslator, type FormattedPart, isolated, type Translator } from './translator.ts';

const texts = loadedCatalogue === null ? null : textByKey(loadedCatalogue);
let current: Translator = createTranslator(
  loadedLanguage,
  texts === null ? null : catalogueOf(texts),
);

/** Adds what only some parts of the page need. What is there already stays. */
export function addTexts(compact: CompactCatalogue): void {
  for (const [key, text] of textByKey(compact)) if (!texts?.has(key)) texts?.set(key, text);
}

/** Sets the language of this page. What is on the screen already has to be drawn again. */
export function setTranslator(translator: Translator): void {
  current = translator;
}

/**
 * Runs what composes texts for someone who reads another language than this process.
 * @param compose must not wait: everything that runs meanwhile has this language
 */
export function inLanguage<Result>(translator: Translator, compose: () => Result): Result {
  const before = current;
  current = translator;
  try {
    return compose();
  } finally {
    current = before;
  }
}

/** @returns the language of this page */
export function pageLanguage(): Language {
  return current.language;
}

/** @returns the locale of texts, numbers and dates on this page (BCP 47) */
export function pageLocale(): string {
  return localeByLanguage[current.language];
}

/** @returns a text whose order stays its own on a page from right to left, such as a figure with its sign and unit */
export function inOwnDirection(text: string): string {
  return DIRECTION_BY_LANGUAGE[current.language] === 'rtl' ? isolated(text) : text;
}

/** @returns the parts as a list in the language of this page, as in `one, two and three` */
export function listText(parts: readonly string[]): string {
  return new Intl.ListFormat(pageLocale()).format(parts);
}

/**
 * A text in the language of this page, as in `t('You have {count, plural, one {# coin} other {# coins}}', { count })`.
 * The English text is its key.
 */
export function t<const T extends string>(
  message: [TagNames<T>] extends [never] ? Literal<T> : never,
  ...values: ValuesOf<T, string | number>
): string {
  return current.format<string>(message, values[0] ?? {}).join('');
}

/**
 * @param sentence of a table, such as `sentenceByCode`, which `scripts/texts` has to know
 * @returns its translation; itself in English, and when there is none
 */
export function translated(sentence: string): string {
  return translationOf(sentence) ?? sentence;
}

/** @returns undefined in English, and when there is none */
export function translationOf(sentence: string): string | undefined {
  return current.translationOf(sentence);
}

/** The same with tags, for whoever draws them. */
export function tParts<Value>(
  message: string,
  values: Readonly<Record<string, Value | number>>,
): readonly FormattedPart<Value>[] {
  return current.format(message, values);
}
