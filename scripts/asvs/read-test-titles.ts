import ts from 'typescript';

/**
 * @returns the titles of the tests of a file, each after those of the groups around it, as in `a code › works once`.
 * A title with values is as it is written, with its `%s` or `${…}`.
 */
export function readTestTitles(path: string, source: string): ReadonlySet<string> {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const titles = new Set<string>();
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const found = ts.isCallExpression(node) ? titleOf(node) : null;
    const path = found === null ? groups : [...groups, found.title];
    if (found?.isTest) titles.add(path.join(' › '));
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(file, []);
  return titles;
}

function titleOf(call: ts.CallExpression): { title: string; isTest: boolean } | null {
  const [first] = call.arguments;
  const [name, ...modifiers] = nameOf(call.expression);
  if (first === undefined || name === undefined || modifiers.includes('step')) return null;
  if (!['it', 'test', 'describe'].includes(name)) return null;
  const title = textOf(first);
  const isGroup = name === 'describe' || modifiers.includes('describe');
  return title === null ? null : { title, isTest: !isGroup };
}

/** @returns `['it', 'each']` for `it.each([…])`, and nothing for what is no such name */
function nameOf(expression: ts.Expression): readonly string[] {
  if (ts.isIdentifier(expression)) return [expression.text];
  if (ts.isCallExpression(expression)) return nameOf(expression.expression);
  if (!ts.isPropertyAccessExpression(expression)) return [];
  return [...nameOf(expression.expression), expression.name.text];
}

function textOf(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : null;
}
