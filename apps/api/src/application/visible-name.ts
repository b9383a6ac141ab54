/** Controls, lone surrogates, line ends, and characters that reverse the text direction. */
const NOT_IN_NAMES =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

/** @returns a name without surplus blanks; null when it is empty, too long or has invisible characters */
export function visibleName(text: string, mostCharacters: number): string | null {
  const name = text.trim().replaceAll(/ +/g, ' ');
  const isPlain = name !== '' && name.length <= mostCharacters && !NOT_IN_NAMES.test(name);
  return isPlain ? name : null;
}
