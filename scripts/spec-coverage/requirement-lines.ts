/** One line of the requirements: a bullet, a row of a table, or a paragraph. */
export interface RequirementLine {
  /** Section and position in it, such as `2.2.7`. */
  readonly id: string;
  /** Its first words, without markup. */
  readonly words: string;
}

const WORDS = 9;

/** @returns the lines of all numbered sections, in their order; code blocks and heads of tables are none */
export function readRequirementLines(markdown: string): readonly RequirementLine[] {
  const lines: RequirementLine[] = [];
  let section = '';
  let count = 0;
  let before = '';
  for (const line of markdown.replace(/```[\s\S]*?```/g, '').split('\n')) {
    const heading = /^#{2,3} (\d+(?:\.\d+)?)\.? /.exec(line)?.[1];
    if (heading !== undefined) {
      section = heading;
      count = 0;
    } else if (section !== '' && isLine(line, before)) {
      count += 1;
      lines.push({ id: `${section}.${count}`, words: firstWords(line) });
    }
    before = line;
  }
  return lines;
}

function isLine(line: string, before: string): boolean {
  if (line.trim() === '' || /^\|[-| ]+\|$/.test(line)) return false;
  // The first row of a table names its columns.
  if (line.startsWith('|')) return before.startsWith('|');
  return !/^(?:\*\*[^*]+\*\*:?|\*\*Kax\.\*\*)$/.test(line.trim());
}

function firstWords(line: string): string {
  const plain = line
    .replace(/^(?:- |\d+\. |\| *)/, '')
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[`*|[\]\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.split(' ').slice(0, WORDS).join(' ');
}
