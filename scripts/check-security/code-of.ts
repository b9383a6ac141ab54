/** @returns the code of a refusal */
export function codeOf(content: unknown): string {
  const hasCode = typeof content === 'object' && content !== null && 'code' in content;
  return hasCode ? String(content.code) : 'no code';
}
