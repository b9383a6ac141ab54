import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCheck } from './check-steps.ts';
import {
  type Counts,
  countProgress,
  type FileTime,
  listFailures,
  PROGRESS_VARIABLE,
  readProgress,
  timeFiles,
} from './progress.ts';
import { runProgram } from './run-program.ts';

export const PARTS = ['check', 'pure', 'screen', 'sandbox', 'e2e'] as const;
export type Part = (typeof PARTS)[number];

export interface PartOutcome {
  readonly counts: Counts;
  readonly files: readonly FileTime[];
  /** Each thing that failed, with what it said. */
  readonly failures: readonly string[];
  /** Why its runner was ended or is not trusted; null when it ended by itself. */
  readonly problem: string | null;
}

export interface PartOptions {
  /** Only files whose path contains one of these. */
  readonly filters?: readonly string[];
  /** Ends the part when it is still running after this long. */
  readonly limitMs: number;
  /** Ends the part early. */
  readonly signal?: AbortSignal;
  /** Receives the output as it arrives. */
  readonly onLine: (line: string) => void;
}

/** Longer than any test or hook may take, so that only a hanging runner is ended. */
const SILENCE_LIMIT_MS = 15 * 60_000;

/**
 * Runs one part of the tests and counts what its runner reports test by test, so that the counts are correct however
 * the runner ends.
 */
export async function runPart(part: Part, options: PartOptions): Promise<PartOutcome> {
  if (part === 'check') return countChecks(options);
  const folder = await mkdtemp(join(tmpdir(), 'kax-progress-'));
  const progressFile = join(folder, 'events');
  try {
    const filters = options.filters ?? [];
    const command = part === 'e2e' ? playwright(filters) : vitest(part, filters);
    const { isGood, problem } = await runProgram(command, {
      limitMs: options.limitMs,
      silenceLimitMs: SILENCE_LIMIT_MS,
      watchedFile: progressFile,
      onLine: options.onLine,
      ...(options.signal && { signal: options.signal }),
      env: { ...runnerEnvironment(), [PROGRESS_VARIABLE]: progressFile },
    });
    const events = readProgress(progressFile);
    const counts = countProgress(events, isGood);
    return { counts, files: timeFiles(events), failures: listFailures(events), problem };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runners color their output under CI even without a terminal. */
function runnerEnvironment(): Readonly<Record<string, string>> {
  return process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
}

async function countChecks(options: PartOptions): Promise<PartOutcome> {
  const results = await runCheck(options);
  const failures = results.flatMap(({ name, isGood }) => (isGood ? [] : [name]));
  const failed = failures.length;
  const files = results.map(({ name, seconds }) => ({ file: `check: ${name}`, seconds }));
  const counts = { passed: results.length - failed, failed, skipped: 0 };
  return { counts, files, failures, problem: null };
}

function vitest(project: string, filters: readonly string[]): [string, ...string[]] {
  const reporter = '--reporter=./scripts/verification/vitest-progress.ts';
  return ['vitest', 'run', '--project', project, '--reporter=default', reporter, ...filters];
}

function playwright(filters: readonly string[]): [string, ...string[]] {
  const reporters = '--reporter=list,./scripts/verification/playwright-progress.ts';
  return ['playwright', 'test', reporters, ...filters];
}
