import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFaults, readCoverage } from './spec-coverage/find-faults.ts';
import { readRequirementLines } from './spec-coverage/requirement-lines.ts';

// Checks the index of the requirements: each line has its row, with a file and a test that exist.
const root = resolve(import.meta.dirname, '..');
const readFile = (path: string) => {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};
const lines = readRequirementLines(readFile('docs/requirements.md') ?? '');
const rows = readCoverage(readFile('docs/spec-coverage.md') ?? '');
const faults = findFaults(lines, rows, readFile);
for (const fault of faults) console.error(fault);
const count = (is: string) => rows.filter(({ coverage }) => coverage.is === is).length;
console.log(`${lines.length} lines: ${count('held')} held, ${count('planned')} planned.`);
process.exitCode = faults.length > 0 ? 1 : 0;
