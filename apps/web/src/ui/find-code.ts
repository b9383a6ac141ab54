/** Number of digits in a code. */
export const CODE_LENGTH = 6;

const IN_ONE = /(?<![\d-])\d{6}(?![\d-])/;
const IN_TWO = /(?<![\d-])\d{3}[\s-]\d{3}(?![\d-])/;

/**
 * Finds the code in pasted text: the six digits alone, grouped as `123 456`, or inside a whole message.
 * @returns six digits, or null when there is no such sequence.
 */
export function findCode(text: string): string | null {
  const plain = text.normalize('NFKC');
  const found = IN_ONE.exec(plain) ?? IN_TWO.exec(plain);
  return found ? digitsIn(found[0]) : null;
}

/** @returns the digits of a text, with full-width digits converted to ASCII. */
export function digitsIn(text: string): string {
  return text.normalize('NFKC').replace(/[^0-9]/g, '');
}
