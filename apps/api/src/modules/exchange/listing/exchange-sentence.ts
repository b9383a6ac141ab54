/** @returns the exchange's own message as a sentence for users, without characters that a page could interpret */
export function sentenceOf(reason: string): string {
  const words = reason.replace(/[^\p{L}\p{N}\p{P}\p{Zs}$%+=]/gu, ' ').slice(0, 200);
  return `The exchange says: ${words}`;
}
