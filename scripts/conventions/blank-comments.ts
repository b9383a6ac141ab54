const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** @returns the source with its comments as blanks, so that lines keep their numbers */
export function blankComments(source: string): string {
  return source.replace(tokens, (token) =>
    token.startsWith('/') ? token.replace(/[^\n]/g, ' ') : token,
  );
}
