import { type DecimalMark, decimalMarkOf } from '#domain/amount/read-typed-amount';

/** @returns the decimal mark that the user's browser names first, so that `1,5` is read as they mean it. */
export function ownDecimalMark(): DecimalMark {
  return decimalMarkOf(navigator.languages);
}
