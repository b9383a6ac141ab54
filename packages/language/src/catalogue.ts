/** @returns the translation of an English message; undefined when there is none. */
export type Catalogue = (message: string) => string | undefined;

/** Translations by the key of their English message. */
export type CompactCatalogue = Readonly<Record<string, string>>;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * The key of a message, which is in the page anyway, so that a catalogue needn't repeat it.
 * @returns FNV-1a, 32 bits over UTF-16 code units, in base 36. A test shows that no two messages have the same.
 */
export function keyOf(message: string): string {
  let hash = FNV_OFFSET;
  for (let at = 0; at < message.length; at++) {
    hash = Math.imul(hash ^ message.charCodeAt(at), FNV_PRIME);
  }
  return (hash >>> 0).toString(36);
}

/** @param translations by their English messages */
export function compactCatalogue(translations: Readonly<Record<string, string>>): CompactCatalogue {
  return Object.fromEntries(
    Object.entries(translations).map(([message, text]) => [keyOf(message), text]),
  );
}

export function catalogueOf(compact: CompactCatalogue): Catalogue {
  return (message) => compact[keyOf(message)];
}

/** @returns the message whose translation says in general what a code of a refusal means */
export function codeMessage(code: string): string {
  return `code ${code}`;
}
