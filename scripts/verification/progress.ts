import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { repository } from './run-program.ts';

/** Names the file to which the reporters of both runners append one event per line, as it happens. */
export const PROGRESS_VARIABLE = 'KAX_TEST_PROGRESS';

export type TestResult = 'passed' | 'failed' | 'skipped';

export type ProgressEvent =
  /** This many more tests will run. */
  | { readonly event: 'found'; readonly tests: number }
  | { readonly event: 'began'; readonly file: string }
  | {
      readonly event: 'test';
      readonly file: string;
      readonly result: TestResult;
      readonly ms: number;
      /** Of a failed test: its full name, and what it said. */
      readonly failure?: string;
    }
  /** A complete file, including its setup. */
  | { readonly event: 'file'; readonly file: string; readonly ms: number }
  /** Outside all tests: a file that does not load, a hook, an uncaught error. */
  | { readonly event: 'error'; readonly message: string }
  /** The runner finished its work. */
  | { readonly event: 'end' };

/** How many tests passed, failed and were skipped. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

/** Appends an event; without a file, the runner was started by hand and nothing is counted. */
export function report(event: ProgressEvent): void {
  const progressFile = process.env[PROGRESS_VARIABLE];
  if (progressFile) appendFileSync(progressFile, `${JSON.stringify(event)}\n`);
}

/** @returns the path as events have it, from the project's root */
export function nameOf(path: string): string {
  return relative(repository, path);
}

/** @returns what was reported so far; nothing when there is no file */
export function readProgress(progressFile: string): readonly ProgressEvent[] {
  let text: string;
  try {
    text = readFileSync(progressFile, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  // The text after the last line break was being written when the runner died.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ProgressEvent);
}

/**
 * Counts what was reported. Tests that were found and have no result are skipped; errors outside tests are
 * failures, and so is a runner that failed without reporting a reason.
 */
export function countProgress(events: readonly ProgressEvent[], isGood: boolean): Counts {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  let found = 0;
  for (const each of events) {
    if (each.event === 'found') found += each.tests;
    if (each.event === 'test') tally[each.result] += 1;
    if (each.event === 'error') tally.failed += 1;
  }
  const errors = events.filter(({ event }) => event === 'error').length;
  const finished = tally.passed + tally.failed - errors + tally.skipped;
  const hasEnded = events.some(({ event }) => event === 'end');
  const isUnexplained = !hasEnded || (!isGood && tally.failed === 0);
  return {
    passed: tally.passed,
    failed: tally.failed + (isUnexplained ? 1 : 0),
    skipped: tally.skipped + Math.max(0, found - finished),
  };
}

/** @returns what failed and why, in the order it was reported: each with its file where it has one */
export function listFailures(events: readonly ProgressEvent[]): readonly string[] {
  return events.flatMap((each) => {
    if (each.event === 'error') return [each.message];
    if (each.event !== 'test' || each.result !== 'failed') return [];
    return [`${each.file} › ${each.failure ?? 'a test that did not say why'}`];
  });
}

/** @returns files with their duration, or that of their tests, slowest first */
export function timeFiles(events: readonly ProgressEvent[]): readonly FileTime[] {
  const msByFile = new Map<string, number>();
  for (const each of events) {
    if (each.event === 'test') msByFile.set(each.file, (msByFile.get(each.file) ?? 0) + each.ms);
  }
  for (const each of events) if (each.event === 'file') msByFile.set(each.file, each.ms);
  return [...msByFile]
    .map(([file, ms]) => ({ file, seconds: ms / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds);
}
