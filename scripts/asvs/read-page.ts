export const VERDICTS = ['met', 'not met', 'not applicable'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A test by which a requirement is held: a project file, and the title as the file writes it. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** One requirement of the page. */
export interface RequirementRow {
  readonly number: string;
  readonly level: string;
  readonly verdict: string;
  readonly tests: readonly NamedTest[];
  /** What is said besides the tests. */
  readonly reason: string;
}

const NAMED_TEST = /^`([^`]+\.(?:test|spec)\.tsx?)`: (.+)$/;
const COUNTS = /^\*\*(\d+) requirements: (\d+) met, (\d+) not met, (\d+) not applicable\.\*\*$/m;

/** @returns the rows of all tables of requirements, in their order */
export function readRequirements(page: string): readonly RequirementRow[] {
  return tableRows(page).flatMap(([number = '', level = '', , verdict = '', proof = '']) => {
    if (!/^\d+\.\d+\.\d+$/.test(number)) return [];
    const parts = proof.split('<br>').map((part) => part.trim());
    return [
      {
        ...{ number, level, verdict },
        tests: parts.flatMap(namedTests),
        reason: parts.filter((part) => namedTests(part).length === 0).join(' '),
      },
    ];
  });
}

/** @returns the counts at the top of the page: all, met, not met, not applicable; null when they are missing */
export function readCounts(page: string): readonly number[] | null {
  const found = COUNTS.exec(page);
  return found === null ? null : found.slice(1).map((digits) => Number.parseInt(digits, 10));
}

/** @returns the rows of the table below a heading, without its first two lines */
export function readTable(page: string, heading: string): readonly (readonly string[])[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return tableRows(section.split('\n## ')[0] ?? '').slice(2);
}

/** @returns what a cell has in backticks */
export function codesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** @returns the cells of the rows of tables, trimmed */
function tableRows(markdown: string): readonly (readonly string[])[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .replace(/^\||\|$/g, '')
        .split(' | ')
        .map((cell) => cell.trim()),
    );
}

function namedTests(part: string): readonly NamedTest[] {
  const [, file, title] = NAMED_TEST.exec(part) ?? [];
  return file === undefined || title === undefined ? [] : [{ file, title }];
}
