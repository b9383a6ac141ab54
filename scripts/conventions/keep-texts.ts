import ts from 'typescript';

/**
 * @returns the source with everything blanked except possible screen texts (literals of several words, and JSX text),
 *   so that line numbers stay the same
 */
export function keepTexts(path: string, source: string): string {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
  let kept = '';
  let end = 0;
  const visit = (node: ts.Node): void => {
    if (isText(node)) {
      const start = node.getStart(file);
      kept += blank(source.slice(end, start)) + source.slice(start, node.end);
      end = node.end;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return kept + blank(source.slice(end));
}

function isText(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return true;
  const isLiteral = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
  return isLiteral && /\s/.test(node.text);
}

function blank(code: string): string {
  return code.replace(/[^\n]/g, ' ');
}
