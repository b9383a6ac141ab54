import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findErrors, readCoverage } from './spec-coverage/find-errors.ts';
import { readRequirementLines } from './spec-coverage/requirement-lines.ts';

// Checks the index of the requirements: each line has its row, with a file and a test that exist.
const root = resolve(import.meta.dirname, '..');
const readFile = (path: string) => {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};
const lines = readRequirementLines(readFile('docs/requirements.md') ?? '');
const rows = readCoverage(readFile('docs/spec-coverage.md') ?? '');
const errors = findErrors(lines, rows, readFile);
for (const problem of errors) console.error(problem);
const count = (is: string) => rows.filter(({ coverage }) => coverage.is === is).length;
console.log(`${lines.length} lines: ${count('held')} held, ${count('planned')} planned.`);
process.exitCode = errors.length > 0 ? 1 : 0;
