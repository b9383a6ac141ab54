/**
 * Case, ligatures, composed letters, ß as ss and the Greek final s make no difference.
 * @returns the text in the one form that all its spellings share, in upper case
 */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase();
}
