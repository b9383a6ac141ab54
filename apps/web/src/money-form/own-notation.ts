import { type DecimalMark, decimalMarkOf } from '#domain/amount/read-typed-amount';
import { pageLanguage, pageLocale } from '#language/t';

/**
 * @returns the decimal mark of the page's language, so that `1,5` is read as it would be shown; English is read in many
 * countries, so there it's the one that the user's browser names first.
 */
export function ownDecimalMark(): DecimalMark {
  return decimalMarkOf(pageLanguage() === 'en' ? navigator.languages : [pageLocale()]);
}
