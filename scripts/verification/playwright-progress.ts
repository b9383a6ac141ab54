import { stripVTControlCharacters } from 'node:util';
import type { Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { nameOf, report } from './progress.ts';

const resultByOutcome = {
  expected: 'passed',
  // Only a retry makes a test flaky, and a test that needs one is faulty.
  flaky: 'failed',
  unexpected: 'failed',
  skipped: 'skipped',
} as const;

/** Reports each test of Playwright as it ends, so that the progress of an unfinished run is known. */
export default class PlaywrightProgress implements Reporter {
  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: unknown, suite: Suite): void {
    report({ event: 'found', tests: suite.allTests().length });
  }

  onTestBegin({ location }: TestCase): void {
    report({ event: 'began', file: nameOf(location.file) });
  }

  onTestEnd(test: TestCase, { duration, errors }: TestResult): void {
    const result = resultByOutcome[test.outcome()];
    const messages = errors.map(({ message }) => stripVTControlCharacters(message ?? ''));
    report({
      event: 'test',
      file: nameOf(test.location.file),
      result,
      ms: duration,
      ...(result === 'failed' && { failure: [`${test.title}:`, ...messages].join('\n') }),
    });
  }

  onError({ message }: TestError): void {
    report({ event: 'error', message: message ?? 'An error without a message.' });
  }

  onEnd(): void {
    report({ event: 'end' });
  }
}
