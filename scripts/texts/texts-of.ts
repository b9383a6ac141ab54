import type { Language } from '#language/languages';
import { readCatalogue } from '../web-build/languages.ts';

/** @returns the translation of an English text without values; throws when there is none */
export async function textsOf(language: Language): Promise<(english: string) => string> {
  const catalogue = await readCatalogue(language);
  return (english) => {
    const text = catalogue[english];
    if (text === undefined) throw new Error(`“${english}” has no translation.`);
    return text;
  };
}
