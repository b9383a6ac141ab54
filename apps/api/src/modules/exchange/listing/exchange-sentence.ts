/** @returns the exchange's own words as a sentence for a person, without what a page could take for its own */
export function sentenceOf(reason: string): string {
  const words = reason.replace(/[^\p{L}\p{N}\p{P}\p{Zs}$%+=]/gu, ' ').slice(0, 200);
  return `The exchange says: ${words}`;
}
