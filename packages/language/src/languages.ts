/** The languages of texts (BCP 47). English is the one of the source, and the only one with texts so far. */
export type Language = 'en' | 'es' | 'ar';

/**
 * Of numbers and plurals. Numbers have the same digits in every language, so that one can be compared with what others
 * write.
 */
export const localeByLanguage: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  es: 'es-ES',
  ar: 'ar-u-nu-latn',
};
