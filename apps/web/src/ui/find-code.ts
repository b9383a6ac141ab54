/** Number of digits in a code. */
export const CODE_LENGTH = 6;
/** And in one that the server sends while strangers request many. */
export const LONG_CODE_LENGTH = 10;

const IN_ONE = /(?<![\d-])\d{6}(?![\d-])/;
const IN_TWO = /(?<![\d-])\d{3}[\s-]\d{3}(?![\d-])/;
const LONG = /(?<![\d+-])\d{10}(?![\d-])/;
const LONG_ALONE = /^\s*\d{10}\s*$/;

/**
 * Finds the code in pasted text: the digits alone, six of them grouped as `123 456`, or inside a whole message. Where
 * six are expected, ten are a code only when there is nothing else: they might be a phone number.
 * @returns the digits, or null when there is no such sequence.
 */
export function findCode(text: string, length = CODE_LENGTH): string | null {
  const plain = text.normalize('NFKC');
  const found =
    length === LONG_CODE_LENGTH
      ? LONG.exec(plain)
      : (IN_ONE.exec(plain) ?? IN_TWO.exec(plain) ?? LONG_ALONE.exec(plain));
  return found ? digitsIn(found[0]) : null;
}

/** @returns the digits of a text, with full-width digits converted to ASCII. */
export function digitsIn(text: string): string {
  return text.normalize('NFKC').replace(/[^0-9]/g, '');
}
