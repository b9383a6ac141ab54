import { runProgram } from './run-program.ts';

export interface CheckResult {
  readonly name: string;
  readonly isGood: boolean;
  readonly seconds: number;
}

interface CheckOptions {
  /** Ends each step that still runs after this long. */
  readonly limitMs: number;
  readonly signal?: AbortSignal;
  readonly onLine: (line: string) => void;
}

/** The compiler's port to Go, in a third of the time of the JavaScript one, which our programs that read code import. */
const compiler = ['node', 'node_modules/typescript-native/bin/tsc', '-p'] as const;

const steps: readonly { readonly name: string; readonly program: [string, ...string[]] }[] = [
  { name: 'format and lint', program: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types of the server and the sandbox', program: [...compiler, 'tsconfig.json'] },
  { name: 'types of the web client', program: [...compiler, 'tsconfig.web.json'] },
  {
    name: 'types of the service worker',
    program: [...compiler, 'tsconfig.service-worker.json'],
  },
  {
    name: 'types of the tools and the browser tests',
    program: [...compiler, 'tsconfig.tools.json'],
  },
  {
    name: 'dependency rules',
    program: [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      'apps',
      'packages',
      'sandbox',
      'e2e',
      'scripts',
    ],
  },
  { name: 'conventions', program: ['node', 'scripts/conventions.ts'] },
  { name: 'index of the requirements', program: ['node', 'scripts/spec-coverage.ts'] },
  {
    name: 'package-lock.json in step with package.json',
    program: ['npm', 'ci', '--dry-run', '--ignore-scripts', '--loglevel=error'],
  },
];

/** Runs every check, two at a time, and shows the output of the failing ones. */
export async function runCheck({
  limitMs,
  signal,
  onLine,
}: CheckOptions): Promise<readonly CheckResult[]> {
  const waiting = [...steps];
  const results: CheckResult[] = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const run = await runProgram(step.program, { limitMs, ...(signal && { signal }) });
      onLine(`${run.isGood ? '✓' : '✗'} ${step.name} (${run.seconds.toFixed(1)} s)`);
      if (!run.isGood) for (const line of run.output.trimEnd().split('\n')) onLine(line);
      results.push({ name: step.name, isGood: run.isGood, seconds: run.seconds });
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}
