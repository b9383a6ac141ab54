import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-parts.ts';

const file = (status: string, tests: number) => ({
  status,
  assertionResults: Array.from({ length: tests }, () => ({})),
});

describe('counting what vitest reports', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [file('passed', 5), file('failed', 4)],
  };

  it('takes passed and failed as they are, and what is pending or to do as skipped', () => {
    expect(countVitest(report)).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  it('counts a file that does not load as a failure', () => {
    const testResults = [...report.testResults, file('failed', 0)];
    expect(countVitest({ ...report, testResults }).failed).toBe(2);
  });
});

describe('counting what Playwright reports', () => {
  const stats = { expected: 7, unexpected: 2, flaky: 1, skipped: 3 };

  it('takes a test that passed at a second try as passed', () => {
    expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 8, failed: 2, skipped: 3 });
  });

  it('counts an error outside of every test as a failure', () => {
    expect(countPlaywright({ stats, errors: [{}] }).failed).toBe(3);
  });
});
