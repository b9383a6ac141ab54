import type { CompactCatalogue } from './catalogue.ts';
import type { Language } from './languages.ts';

// What Node and English pages have. The build of the web client replaces this module by one that loads a catalogue.

/** The language of this page, or of this process where no other is given. */
export const loadedLanguage: Language = 'en';

/** Its texts; null for English, whose texts are in the source. */
export const loadedCatalogue: CompactCatalogue | null = null;
