import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCheck } from './check-steps.ts';
import { runProgram } from './run-program.ts';

/** How many tests of a part passed, failed and were left out. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const PARTS = ['check', 'pure', 'screen', 'sandbox', 'e2e'] as const;
export type Part = (typeof PARTS)[number];

const limitSecondsByPart: Readonly<Record<Exclude<Part, 'check'>, number>> = {
  pure: 240,
  screen: 240,
  sandbox: 900,
  e2e: 900,
};

/** Runs one part of the tests and counts from what its runner reports. */
export async function runPart(part: Part, filters: readonly string[] = []): Promise<Counts> {
  if (part === 'check') return countChecks();
  const folder = await mkdtemp(join(tmpdir(), 'kax-report-'));
  const report = join(folder, 'report.json');
  try {
    const run = await runProgram(
      part === 'e2e' ? playwright(filters) : vitest(part, report, filters),
      {
        limitSeconds: limitSecondsByPart[part],
        output: 'live',
        env: part === 'e2e' ? { PLAYWRIGHT_JSON_OUTPUT_NAME: report } : vitestEnvironment(),
      },
    );
    const counts = await readReport(report, part);
    // A runner that fails without a failed test (it crashed, or an error was nobody's) is one failure.
    return run.isGood || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many processes are killed while swaps are on their way: one of each kind, unless more are asked for. */
const SWAP_KILLS = '5';

/** Vitest colours its output under CI even where it does not end at a terminal. */
function vitestEnvironment(): Readonly<Record<string, string>> {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  return { SWAP_KILLS: process.env.SWAP_KILLS ?? SWAP_KILLS, ...colour };
}

async function countChecks(): Promise<Counts> {
  const results = await runCheck();
  const failed = results.filter((result) => !result.isGood).length;
  return { passed: results.length - failed, failed, skipped: 0 };
}

function vitest(
  project: string,
  report: string,
  filters: readonly string[],
): [string, ...string[]] {
  return [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ];
}

function playwright(filters: readonly string[]): [string, ...string[]] {
  return ['playwright', 'test', '--reporter=list,json', ...filters];
}

async function readReport(report: string, part: Part): Promise<Counts> {
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: 0, skipped: 0 };
  return part === 'e2e' ? countPlaywright(JSON.parse(text)) : countVitest(JSON.parse(text));
}

/** @param report as vitest's JSON reporter writes it */
export function countVitest(report: {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly { status: string; assertionResults: readonly unknown[] }[];
}): Counts {
  // A file that does not load has no test to count.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param report as Playwright's JSON reporter writes it */
export function countPlaywright(report: {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: readonly unknown[];
}): Counts {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}
