/** @returns the translation of an English message; undefined when there is none. */
export type Catalogue = (message: string) => string | undefined;

/** Lines, each with the key of an English message and its translation. */
export type CompactCatalogue = string;

/** Six bits each. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const KEY_LENGTH = 4;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * The key of a message, which is in the page anyway, so that a catalogue needn't repeat it.
 * @returns four characters: FNV-1a over UTF-16 code units, folded to 24 bits. A test shows that no two messages have the
 *   same.
 */
export function keyOf(message: string): string {
  let hash = FNV_OFFSET;
  for (let at = 0; at < message.length; at++) {
    hash = Math.imul(hash ^ message.charCodeAt(at), FNV_PRIME);
  }
  const folded = hash ^ (hash >>> 24);
  let key = '';
  for (let shift = 18; shift >= 0; shift -= 6) key += DIGITS.charAt((folded >>> shift) & 63);
  return key;
}

/** @param translations by their English messages, none with a line break */
export function compactCatalogue(translations: Readonly<Record<string, string>>): CompactCatalogue {
  return Object.entries(translations)
    .map(([message, text]) => keyOf(message) + text)
    .join('\n');
}

/** @returns translations by the keys of their messages */
export function textByKey(compact: CompactCatalogue): Map<string, string> {
  const lines = compact.split('\n');
  return new Map(lines.map((line) => [line.slice(0, KEY_LENGTH), line.slice(KEY_LENGTH)]));
}

/** @param texts by the keys of their messages */
export function catalogueOf(texts: ReadonlyMap<string, string>): Catalogue {
  return (message) => texts.get(keyOf(message));
}

/** @returns the message whose translation says in general what a code of a refusal means */
export function codeMessage(code: string): string {
  return `code ${code}`;
}
