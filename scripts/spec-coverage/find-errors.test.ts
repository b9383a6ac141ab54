import { describe, expect, it } from 'vitest';
import { findErrors, readCoverage } from './find-errors.ts';
import { readRequirementLines } from './requirement-lines.ts';

const requirements = `# Requirements

What a person sees.

## 1. What it does

Kax is a wallet.

- It has \`two\` modes.

### 1.1 Screens

| Route | Access |
|---|---|
| \`/login\` | guest only |

**Kax.**
- More than nine words of a line are not needed to know it again.
`;
const files: Readonly<Record<string, string>> = {
  'a.ts': '',
  'a.test.ts': `it('has two modes', () => {}); it('says \\'no\\' at first (§1)', () => {}); it.each('%s: %s');`,
};
const readFile = (path: string) => files[path] ?? null;
const table = (rows: readonly string[]) => readCoverage(rows.join('\n'));
const good = [
  '| 1.1 | Kax is a wallet. | words | |',
  '| 1.2 | It has two modes. | `a.ts` | `a.test.ts`: has two modes |',
  "| 1.1.1 | /login guest only | `a.ts` | `a.test.ts`: says 'no' at first (§1) |",
  '| 1.1.2 | More than nine words of a line are not | planned | |',
];
const errorsOf = (rows: readonly string[]) =>
  findErrors(readRequirementLines(requirements), table(rows), readFile);

describe('the lines of the requirements', () => {
  it('are paragraphs, bullets and rows of tables, numbered in their section', () => {
    expect(readRequirementLines(requirements).map(({ id, words }) => `${id} ${words}`)).toEqual([
      '1.1 Kax is a wallet.',
      '1.2 It has two modes.',
      '1.1.1 /login guest only',
      '1.1.2 More than nine words of a line are not',
    ]);
  });
});

describe('the index', () => {
  it('has no errors when every line has its row and every name exists', () => {
    expect(errorsOf(good)).toEqual([]);
  });

  it.each<[string, readonly string[], string]>([
    ['a line without a row', good.slice(1), '1.1: no row for “Kax is a wallet.”.'],
    [
      'a row without a line',
      [...good, '| 9.1 | More | planned | |'],
      '9.1: there is no such line.',
    ],
    [
      'a line with two rows',
      [...good, '| 1.1 | Kax is a wallet. | words | |'],
      'A line has two rows.',
    ],
    [
      'a changed line',
      [...good.slice(1), '| 1.1 | Kax is a bank. | words | |'],
      '1.1: the row is about “Kax is a bank.”, the line is “Kax is a wallet.”.',
    ],
    [
      'a missing file',
      [...good.slice(1), '| 1.1 | Kax is a wallet. | `b.ts` | `a.test.ts`: has two modes |'],
      '1.1: b.ts is missing.',
    ],
    [
      'a missing test file',
      [...good.slice(1), '| 1.1 | Kax is a wallet. | `a.ts` | `b.test.ts`: has two modes |'],
      '1.1: b.test.ts is missing.',
    ],
    [
      'a test that was renamed',
      [
        ...good.slice(1),
        '| 1.1 | Kax is a wallet. | `a.ts` | `a.test.ts`: has two modes or more |',
      ],
      '1.1: a.test.ts has no test “has two modes or more”.',
    ],
    ...['%s: %s', '—', '…', 'see', 'see above', '%s (§5)'].map(
      (title): [string, string[], string] => [
        `a title that is a placeholder, ${title}`,
        [...good.slice(1), `| 1.1 | Kax is a wallet. | \`a.ts\` | \`a.test.ts\`: ${title} |`],
        `1.1: “${title}” is a placeholder, not the title of a test.`,
      ],
    ),
    [
      'an empty row',
      [...good.slice(1), '| 1.1 | Kax is a wallet. | | |'],
      '1.1: neither a file and a test, nor planned.',
    ],
  ])('reports %s', (_case, rows, error) => {
    expect(errorsOf(rows)).toEqual([error]);
  });
});
