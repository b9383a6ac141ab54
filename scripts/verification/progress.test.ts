import { describe, expect, it } from 'vitest';
import {
  countProgress,
  listFailures,
  type ProgressEvent,
  type TestResult,
  timeFiles,
} from './progress.ts';

const found = (tests: number): ProgressEvent => ({ event: 'found', tests });
const test = (result: TestResult, file = 'one.test.ts', ms = 10): ProgressEvent => ({
  event: 'test',
  file,
  result,
  ms,
});
const error: ProgressEvent = { event: 'error', message: 'uncaught' };
const end: ProgressEvent = { event: 'end' };

describe('counting what a runner reported', () => {
  it('counts tests by their result', () => {
    const events = [found(3), test('passed'), test('failed'), test('skipped'), end];
    expect(countProgress(events, false)).toEqual({ passed: 1, failed: 1, skipped: 1 });
  });

  it('counts tests that were found but never ran as skipped', () => {
    const events = [found(5), test('passed'), test('failed'), end];
    expect(countProgress(events, false)).toEqual({ passed: 1, failed: 1, skipped: 3 });
  });

  it('counts an error outside any test as a failure, but not as a test', () => {
    const events = [found(2), test('passed'), error, end];
    expect(countProgress(events, false)).toEqual({ passed: 1, failed: 1, skipped: 1 });
  });

  it('counts a runner that died as a failure, in addition to failed tests', () => {
    const events = [found(3), test('passed'), test('failed')];
    expect(countProgress(events, false)).toEqual({ passed: 1, failed: 2, skipped: 1 });
    expect(countProgress([], false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('counts a runner that fails without a failed test as a failure', () => {
    const events = [found(1), test('passed'), end];
    expect(countProgress(events, false)).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(countProgress(events, true)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  });
});

it('lists the slowest file first, by its total time where known', () => {
  const events: ProgressEvent[] = [
    test('passed', 'tests-only.spec.ts', 3_000),
    test('passed', 'tests-only.spec.ts', 4_000),
    test('passed', 'whole.test.ts', 1_000),
    { event: 'file', file: 'whole.test.ts', ms: 9_000 },
  ];
  expect(timeFiles(events)).toEqual([
    { file: 'whole.test.ts', seconds: 9 },
    { file: 'tests-only.spec.ts', seconds: 7 },
  ]);
});

it('lists what failed with its file and what it said', () => {
  const events: ProgressEvent[] = [
    test('passed'),
    {
      event: 'test',
      file: 'a.test.ts',
      result: 'failed',
      ms: 1,
      failure: 'pays twice: 2 is not 1',
    },
    test('failed', 'killed.test.ts'),
    error,
  ];
  expect(listFailures(events)).toEqual([
    'a.test.ts › pays twice: 2 is not 1',
    'killed.test.ts › a test that did not say why',
    'uncaught',
  ]);
});
