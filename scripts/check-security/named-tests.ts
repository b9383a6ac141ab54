import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { runProgram } from '../verification/run-program.ts';
import type { NamedTest } from './attackers/attacker.ts';

/** A test that ran: its title after those of what it is in. */
interface RanTest {
  readonly file: string;
  readonly titles: readonly string[];
  readonly hasPassed: boolean;
}

/** What became of each named test. */
export interface TestResults {
  /** @returns how many passed. Throws for one that is missing or failed. */
  require(tests: readonly NamedTest[]): number;
}

const LIMIT_MS = 5 * 60_000;

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
});

const browserSuite = z.object({
  specs: z.array(z.object({ title: z.string(), file: z.string(), ok: z.boolean() })),
});
const browserReport = z.object({ suites: z.array(browserSuite) });

/** Runs tests by their names, those in a browser too. */
export async function runNamedTests(tests: readonly NamedTest[]): Promise<TestResults> {
  const byKind = Map.groupBy(tests, kindOf);
  return resultsOf([
    ...(await runVitest('pure', byKind.get('pure') ?? [])),
    ...(await runVitest('sandbox', byKind.get('sandbox') ?? [])),
    ...(await runBrowser(byKind.get('browser') ?? [])),
  ]);
}

/** @returns what ran, to be asked for by name */
export function resultsOf(ran: readonly RanTest[]): TestResults {
  return {
    require: (tests) =>
      tests.reduce((count, { file, title }) => {
        const named = ran.filter(
          (each) => each.file.endsWith(file) && each.titles.some((text) => text.startsWith(title)),
        );
        if (named.length === 0) throw new Error(`${file} has no test “${title}”.`);
        const failed = named.find(({ hasPassed }) => !hasPassed);
        if (failed !== undefined) throw new Error(`${file} fails: ${failed.titles.join(', ')}.`);
        return count + named.length;
      }, 0),
  };
}

function kindOf({ file }: NamedTest): 'pure' | 'sandbox' | 'browser' {
  if (file.startsWith('e2e/')) return 'browser';
  return file.endsWith('.sandbox.test.ts') ? 'sandbox' : 'pure';
}

async function runVitest(
  project: 'pure' | 'sandbox',
  tests: readonly NamedTest[],
): Promise<readonly RanTest[]> {
  if (tests.length === 0) return [];
  const report = await reportOf(tests, (file) => ({
    command: ['vitest', 'run', '--project', project, '--reporter=json', `--outputFile=${file}`],
    chosen: '-t',
  }));
  return vitestReport.parse(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      // What was not chosen is in the report too.
      .filter(({ status }) => status !== 'skipped' && status !== 'pending')
      .map(({ ancestorTitles, title, status }) => ({
        file: name,
        titles: [...ancestorTitles, title],
        hasPassed: status === 'passed',
      })),
  );
}

async function runBrowser(tests: readonly NamedTest[]): Promise<readonly RanTest[]> {
  if (tests.length === 0) return [];
  const report = await reportOf(tests, (file) => ({
    command: ['playwright', 'test', '--reporter=json'],
    chosen: '-g',
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  }));
  return browserReport
    .parse(report)
    .suites.flatMap(({ specs }) =>
      specs.map(({ title, file, ok }) => ({ file: `e2e/${file}`, titles: [title], hasPassed: ok })),
    );
}

/** How a runner of tests is started. */
interface Runner {
  readonly command: readonly [string, ...string[]];
  /** The option that chooses tests by a pattern of their names. */
  readonly chosen: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function reportOf(
  tests: readonly NamedTest[],
  runnerFor: (reportFile: string) => Runner,
): Promise<unknown> {
  const file = join(tmpdir(), `kax-named-tests-${randomUUID()}.json`);
  const { command, chosen, env = {} } = runnerFor(file);
  const files = [...new Set(tests.map((test) => test.file))];
  const pattern = [...new Set(tests.map(({ title }) => escapePattern(title)))].join('|');
  try {
    const run = await runProgram([...command, ...files, chosen, pattern], {
      limitMs: LIMIT_MS,
      env,
    });
    return JSON.parse(
      await readFile(file, 'utf8').catch((cause: unknown) => {
        throw new Error(`${command[0]} left no report.\n${run.output.slice(-4_000)}`, { cause });
      }),
    );
  } finally {
    await rm(file, { force: true });
  }
}

/** @returns a regular expression that matches exactly this text */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
