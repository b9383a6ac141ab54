/** The languages of texts (BCP 47). English is the one of the source. */
export const LANGUAGES = ['en', 'es', 'ar'] as const;

export type Language = (typeof LANGUAGES)[number];

/** @returns the language of that name; English for anything else */
export function languageNamed(name: string | null | undefined): Language {
  return LANGUAGES.find((language) => language === name) ?? 'en';
}

/**
 * Of numbers, dates and plurals. Numbers have the same digits in every language, so that one can be compared with what
 * others write.
 */
export const localeByLanguage: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  es: 'es-ES',
  ar: 'ar-u-nu-latn',
};

/** How each language calls itself. */
export const nameByLanguage: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  ar: 'العربية',
};

export const DIRECTION_BY_LANGUAGE: Readonly<Record<Language, 'ltr' | 'rtl'>> = {
  en: 'ltr',
  es: 'ltr',
  ar: 'rtl',
};
