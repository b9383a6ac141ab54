import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identifyProcess } from '#sandbox/processes/process-identity';
import { countProgress, PROGRESS_VARIABLE, readProgress } from './progress.ts';
import { type ProgramOptions, runProgram } from './run-program.ts';

const GRACE_MS = 300;

let folder: string;
let progressFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kax-program-'));
  progressFile = join(folder, 'events');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a program that hangs', () => {
  it('is ended with everything it started after reporting nothing for too long', async () => {
    const lines: string[] = [];
    const run = await runFixture('hang', {
      silenceLimitMs: 5_000,
      onLine: (line) => lines.push(line),
    });
    expect(run.isGood).toBe(false);
    expect(run.problem).toContain('It was ended because it reported nothing for 5 s.');
    const pids = pidsIn(lines);
    expect(pids).toHaveLength(3);
    expect(pids.filter(isRunning)).toEqual([]);
    const counts = countProgress(readProgress(progressFile), run.isGood);
    expect(counts).toEqual({ passed: 1, failed: 1, skipped: 1 });
  });

  it('is ended at the time limit of the run, and when the run is aborted', async () => {
    const late = await runFixture('hang', { limitMs: 500 });
    expect(late.problem).toContain('It was ended after 0.5 s.');
    const signal = AbortSignal.timeout(500);
    const aborted = await runFixture('hang', { signal });
    expect(aborted.problem).toContain('It was ended because the run was ended.');
  });

  it('ends with everything it started when its runner is killed', async () => {
    const outer = spawn(process.execPath, [fixture('run-hanging')]);
    const lines: string[] = [];
    outer.stdout.on('data', (chunk) => lines.push(...String(chunk).split('\n')));
    await expect.poll(() => pidsIn(lines)).toHaveLength(3);
    outer.kill('SIGKILL');
    await expect.poll(() => pidsIn(lines).filter(isRunning)).toEqual([]);
  });
});

describe('a program that crashes', () => {
  it('keeps the count of passed tests, and the processes it left behind are ended', async () => {
    const run = await runFixture('crash', {});
    expect(run.isGood).toBe(false);
    expect(run.problem).toContain('was ended by SIGKILL');
    expect(run.problem).toContain('left processes running, now ended');
    const pids = pidsIn(run.output.split('\n').slice(0, 1));
    expect(pids).toHaveLength(1);
    expect(pids.filter(isRunning)).toEqual([]);
    const counts = countProgress(readProgress(progressFile), run.isGood);
    expect(counts).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });
});

it('a program whose report file grows may be silent for longer than the limit', async () => {
  const run = await runFixture('slow', { silenceLimitMs: 4_000 });
  expect(run.problem).toBeNull();
  expect(run.isGood).toBe(true);
  expect(run.seconds).toBeGreaterThan(4.9);
});

it('a missing program is a failure that says so', async () => {
  const run = await runProgram(['no-such-program'], { limitMs: 60_000 });
  expect(run.isGood).toBe(false);
  expect(run.problem).toContain('no-such-program did not start');
});

function runFixture(name: string, options: Partial<ProgramOptions>) {
  return runProgram([process.execPath, fixture(name)], {
    limitMs: 60_000,
    graceMs: GRACE_MS,
    watchedFile: progressFile,
    env: { [PROGRESS_VARIABLE]: progressFile },
    ...options,
  });
}

function fixture(name: string): string {
  return join(import.meta.dirname, 'fixtures', `${name}.ts`);
}

function pidsIn(lines: readonly string[]): readonly number[] {
  return lines.flatMap((line) => line.match(/\d+/g) ?? []).map((pid) => Number.parseInt(pid, 10));
}

function isRunning(pid: number): boolean {
  return identifyProcess(pid) !== null;
}
