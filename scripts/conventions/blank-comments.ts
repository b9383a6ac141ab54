const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** @returns the source with its comments blanked, so that line numbers stay the same */
export function blankComments(source: string): string {
  return source.replace(tokens, (token) =>
    token.startsWith('/') ? token.replace(/[^\n]/g, ' ') : token,
  );
}
