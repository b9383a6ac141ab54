import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '#language/languages';
import { createTranslator, type Translator } from '#language/translator';

const FOLDER = join(import.meta.dirname, '../../../../../packages/language/catalogues');

/**
 * Reads every language at once, so that a message never waits for a file, nor fails because one is missing by then.
 * @returns what puts messages into a language. One without a translation stays English.
 */
export function readTranslators(): (language: Language) => Translator {
  const translators = new Map(LANGUAGES.map((language) => [language, readTranslator(language)]));
  const english = createTranslator('en', null);
  return (language) => translators.get(language) ?? english;
}

function readTranslator(language: Language): Translator {
  // English is in the source.
  if (language === 'en') return createTranslator('en', null);
  const text = readFileSync(join(FOLDER, `${language}.json`), 'utf8');
  const translations = new Map(Object.entries(JSON.parse(text) as Record<string, string>));
  return createTranslator(language, (message) => translations.get(message));
}
