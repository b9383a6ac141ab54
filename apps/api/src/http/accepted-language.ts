import { LANGUAGES, type Language, languageNamed } from '#language/languages';

/**
 * @param header `Accept-Language`, as in `es-MX,es;q=0.9,en;q=0.8`
 * @returns the first language in it that Kax speaks; English where there is none
 */
export function acceptedLanguage(header: string | undefined): Language {
  const tags = (header ?? '').slice(0, LONGEST).split(',');
  const names = tags.map((tag) => tag.split(/[-;]/)[0]?.trim().toLowerCase());
  return languageNamed(names.find(isOurs));
}

/** Browsers send a few dozen characters. */
const LONGEST = 256;

function isOurs(name: string | undefined): boolean {
  return LANGUAGES.some((language) => language === name);
}
