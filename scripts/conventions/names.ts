import ts from 'typescript';
import type { SourceByPath } from './read-sources.ts';

/** The field's term for each part of a name that Kax does not use. */
const termByPart: ReadonlyMap<string, string> = new Map([
  ...terms('user', 'person persons people somebody'),
  ...terms('no one', 'nobody'),
  ...terms('notify or notification', 'tell tells told untold news'),
  ...terms('request', 'ask asks asked asking question questions wish wishes'),
  ...terms('response', 'answer answers'),
  ...terms('error', 'fault faults trouble troubles'),
  ...terms('repository or cache', 'book board'),
  ...terms('client', 'desk'),
  ...terms('counterparty', 'party parties'),
  ...terms('dependencies', 'world'),
  ...terms('private transaction', 'spend spends'),
  ...terms('precomputed', 'ahead'),
  ...terms('fragmented', 'scattered'),
  ...terms('spender', 'allowee'),
  ...terms('again, recently', 'anew lately'),
  ...terms('clear, withScope', 'forgive lend lent'),
  ...terms('request or details', 'intent intents'),
  ...terms('receive', 'hear hears heard'),
  ...terms('method, direction or progress', 'way ways'),
]);

/** Errors that the sandbox and the simulator inject are called faults, as everywhere. */
const whereInjected = /^(?:sandbox\/|apps\/api\/src\/simulator\/)/;
/** Columns, and what vendors call things. */
const isForeign = /^[a-z][a-z0-9]*_|^__/;

/** @returns every name, tests included, one of whose parts has a term of the field's own */
export function findForbiddenNames(sources: SourceByPath): readonly string[] {
  return [...sources].flatMap(([path, source]) =>
    namesIn(path, source).flatMap(({ name, line }) => {
      const part = forbiddenPartOf(name);
      if (part === undefined || (part.startsWith('fault') && whereInjected.test(path))) return [];
      return `${path}:${line}: In names, ${part} is ${termByPart.get(part)}. (${name})`;
    }),
  );
}

function forbiddenPartOf(name: string): string | undefined {
  if (isForeign.test(name)) return undefined;
  const parts = name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];
  return parts.map((part) => part.toLowerCase()).find((part) => termByPart.has(part));
}

function namesIn(path: string, source: string): readonly { name: string; line: number }[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
  const names: { name: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      names.push({ name: node.text, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function terms(term: string, parts: string): readonly [string, string][] {
  return parts.split(' ').map((part) => [part, term]);
}
