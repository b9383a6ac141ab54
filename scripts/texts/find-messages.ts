import { readFile } from 'node:fs/promises';
import ts from 'typescript';

/** A text of the web client that is translated. */
export interface FoundMessage {
  readonly message: string;
  /** Where it is, as in `apps/web/src/ui/button.tsx:12`. */
  readonly place: string;
}

const TRANSLATING: ReadonlySet<string> = new Set(['t', 'rich']);

/** @returns the messages of `t(…)` and `rich(…)` in one source, in their order; both of a conditional. */
export function findMessages(path: string, source: string): readonly FoundMessage[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true, kindOf(path));
  const found: FoundMessage[] = [];

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node) && TRANSLATING.has(node.expression.getText(file))) {
      const [message] = node.arguments;
      if (message !== undefined) found.push(...literalsOf(message).map(foundAt));
    }
    ts.forEachChild(node, visit);
  }

  function foundAt(literal: ts.StringLiteralLike): FoundMessage {
    const { line } = file.getLineAndCharacterOfPosition(literal.getStart(file));
    return { message: literal.text, place: `${path}:${line + 1}` };
  }

  visit(file);
  return found;
}

/** The same of several files. */
export async function findMessagesIn(paths: readonly string[]): Promise<readonly FoundMessage[]> {
  const lists = await Promise.all(
    paths.map(async (path) => findMessages(path, await readFile(path, 'utf8'))),
  );
  return lists.flat();
}

/** @throws Error when the message is computed: nothing could find it. */
function literalsOf(node: ts.Expression): readonly ts.StringLiteralLike[] {
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) {
    return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  }
  throw new Error(`“${node.getText()}” in ${node.getSourceFile().fileName} is no literal text.`);
}

function kindOf(path: string): ts.ScriptKind {
  return path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}
