import type { RequirementLine } from './requirement-lines.ts';

/** What a row says about one line of the requirements. */
export type Coverage =
  /** A file implements it, and a test with this title proves it. */
  | {
      readonly is: 'held';
      readonly file: string;
      readonly testFile: string;
      readonly title: string;
    }
  /** Its screen or call does not exist yet. */
  | { readonly is: 'planned' }
  /** The line only explains something. */
  | { readonly is: 'words' }
  | { readonly is: 'unreadable' };

export interface CoverageRow extends RequirementLine {
  readonly coverage: Coverage;
}

/** Content of a project file; null when it does not exist. */
export type ReadFile = (path: string) => string | null;

const HELD = /^`([^`]+)`$/;
const SHOWN = /^`([^`]+)`: (.+)$/;

/** @returns the rows of the index, in their order */
export function readCoverage(markdown: string): readonly CoverageRow[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
    const [id = '', words = '', implementation = '', shows = ''] = cells;
    if (!/^\d+(?:\.\d+)+$/.test(id)) return [];
    return [{ id, words, coverage: coverageOf(implementation, shows) }];
  });
}

function coverageOf(implementation: string, shows: string): Coverage {
  if (implementation === 'planned') return { is: 'planned' };
  if (implementation === 'words') return { is: 'words' };
  const file = HELD.exec(implementation)?.[1];
  const [, testFile, title] = SHOWN.exec(shows) ?? [];
  if (file === undefined || testFile === undefined || title === undefined) {
    return { is: 'unreadable' };
  }
  return { is: 'held', file, testFile, title };
}

/** @returns a sentence for each line without a row, each row without a line, and each name that does not exist */
export function findErrors(
  lines: readonly RequirementLine[],
  rows: readonly CoverageRow[],
  readFile: ReadFile,
): readonly string[] {
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const known = new Set(lines.map(({ id }) => id));
  return [
    ...lines.flatMap((line) => errorsOfLine(line, rowById.get(line.id))),
    ...rows.filter(({ id }) => !known.has(id)).map(({ id }) => `${id}: there is no such line.`),
    ...(rowById.size === rows.length ? [] : ['A line has two rows.']),
    ...rows.flatMap((row) => errorsOfRow(row, readFile)),
  ];
}

function errorsOfLine(line: RequirementLine, row: CoverageRow | undefined): readonly string[] {
  if (row === undefined) return [`${line.id}: no row for “${line.words}”.`];
  if (row.words === line.words) return [];
  return [`${line.id}: the row is about “${row.words}”, the line is “${line.words}”.`];
}

function errorsOfRow({ id, coverage }: CoverageRow, readFile: ReadFile): readonly string[] {
  if (coverage.is === 'unreadable') return [`${id}: neither a file and a test, nor planned.`];
  if (coverage.is !== 'held') return [];
  const { file, testFile, title } = coverage;
  if (isPlaceholder(title)) return [`${id}: “${title}” is a placeholder, not the title of a test.`];
  const tests = readFile(testFile);
  return [
    ...(readFile(file) === null ? [`${id}: ${file} is missing.`] : []),
    ...(tests === null ? [`${id}: ${testFile} is missing.`] : []),
    ...(tests === null || hasTitle(tests, title)
      ? []
      : [`${id}: ${testFile} has no test “${title}”.`]),
  ];
}

const FEWEST_WORDS = 3;

/** True for a title that means nothing on its own, such as `%s: %s` or `see above`. */
function isPlaceholder(title: string): boolean {
  const own = title.replace(/%[a-z]|\$\{[^}]*\}|\(§[^)]*\)/g, ' ');
  return (own.match(/[\p{L}\d]+/gu)?.length ?? 0) < FEWEST_WORDS;
}

function hasTitle(source: string, title: string): boolean {
  const plain = source.replace(/\\(['"`])/g, '$1');
  return ["'", '"', '`'].some((quote) => plain.includes(`${quote}${title}${quote}`));
}
