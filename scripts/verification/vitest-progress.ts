import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { nameOf, report } from './progress.ts';

/** Reports each step of vitest as it happens, so that the progress of an unfinished run is known. */
export default class VitestProgress implements Reporter {
  onTestModuleQueued({ moduleId }: TestModule): void {
    report({ event: 'began', file: nameOf(moduleId) });
  }

  onTestModuleCollected({ children }: TestModule): void {
    report({ event: 'found', tests: [...children.allTests()].length });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    // Immediately, because vitest reports it only when the whole file has ended, which may not happen.
    const failures = (errors ?? []).map(({ message, diff }) =>
      stripVTControlCharacters(`${test.fullName}: ${message}${diff ? `\n${diff}` : ''}`),
    );
    for (const failure of failures) console.log(`✗ ${failure}`);
    report({
      event: 'test',
      file: nameOf(test.module.moduleId),
      result: state === 'pending' ? 'skipped' : state,
      ms: Math.round(test.diagnostic()?.duration ?? 0),
      ...(failures.length > 0 && { failure: failures.join('\n') }),
    });
  }

  onTestSuiteResult(suite: TestSuite): void {
    for (const { message } of suite.errors()) report({ event: 'error', message });
  }

  onTestModuleEnd(module: TestModule): void {
    for (const { message } of module.errors()) report({ event: 'error', message });
    const times = module.diagnostic();
    const ms =
      times.environmentSetupDuration +
      times.prepareDuration +
      times.setupDuration +
      times.collectDuration +
      times.duration;
    report({ event: 'file', file: nameOf(module.moduleId), ms: Math.round(ms) });
  }

  onTestRunEnd(
    _modules: readonly TestModule[],
    errors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1],
  ): void {
    for (const { message } of errors) report({ event: 'error', message });
    report({ event: 'end' });
  }
}
