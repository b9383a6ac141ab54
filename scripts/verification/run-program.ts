import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endTree, MARK_VARIABLE } from './process-tree.ts';

export const repository = resolve(import.meta.dirname, '../..');

export interface ProgramRun {
  /** Exited with 0 on its own and left no process behind. */
  readonly isGood: boolean;
  readonly output: string;
  readonly seconds: number;
  /** Why it failed, in sentences; null when it succeeded, or exited with another code on its own. */
  readonly problem: string | null;
}

export interface ProgramOptions {
  /** Ends the program after this long, whatever its progress. */
  readonly limitMs: number;
  /** Ends the program when neither its output nor the watched file grew for this long. */
  readonly silenceLimitMs?: number;
  /** A file that grows while the program makes progress. */
  readonly watchedFile?: string;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
  /** Ends the program early. */
  readonly signal?: AbortSignal;
  /** Called with each line of output; without it the output is returned to the caller. */
  readonly onLine?: (line: string) => void;
  readonly env?: Readonly<Record<string, string>>;
}

const GRACE_MS = 20_000;
const LOOKS_PER_LIMIT = 20;
/** Once the tree has ended, its last output has arrived. */
const OUTPUT_WITHIN_MS = 5_000;

/**
 * Runs a program of `node_modules/.bin` in the project's root, with the project's Node first on the path. Whatever
 * the program starts is ended with it, even when this process is killed.
 */
export async function runProgram(
  command: readonly [string, ...string[]],
  options: ProgramOptions,
): Promise<ProgramRun> {
  const startedAt = performance.now();
  const mark = randomUUID();
  const guard = startGuard(mark, options.graceMs ?? GRACE_MS);
  const child = startMarked(command, mark, options.env ?? {});
  const output: string[] = [];
  let saidAt = Date.now();
  const finishLines = readLines(child, (line) => {
    saidAt = Date.now();
    if (options.onLine) options.onLine(line);
    else output.push(`${line}\n`);
  });
  const watch = watchLimits(options, () => saidAt);
  const exit = untilExit(child);
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  const outcome = await Promise.race([exit, watch.exceeded]);
  watch.stop();
  const left = await guard.end(endOf(outcome));
  // Finds nothing unless the guard was killed.
  await endTree(mark, 0);
  const { code } = await exit;
  await Promise.race([closed, sleep(OUTPUT_WITHIN_MS)]);
  finishLines();
  const problem = problemOf(command[0], outcome, left);
  return {
    isGood: problem === null && code === 0,
    output: output.join('') + (problem === null ? '' : `${problem}\n`),
    seconds: (performance.now() - startedAt) / 1000,
    problem,
  };
}

interface Exit {
  readonly kind: 'exit';
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error: Error | null;
}
interface Exceeded {
  readonly kind: 'exceeded';
  readonly sentence: string;
}

function startMarked(
  [program, ...args]: readonly [string, ...string[]],
  mark: string,
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const bin = join(repository, 'node_modules/.bin');
  const outerMarks = process.env[MARK_VARIABLE];
  return spawn(program, args, {
    cwd: repository,
    env: {
      ...process.env,
      ...env,
      [MARK_VARIABLE]: outerMarks ? `${outerMarks} ${mark}` : mark,
      CI: 'true',
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C reaches only this process, which then ends the tree in order.
    detached: true,
  });
}

function startGuard(mark: string, graceMs: number) {
  const program = join(import.meta.dirname, 'tree-guard.ts');
  const guard = spawn(process.execPath, [program, mark, String(graceMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  let left = '';
  guard.stdout.on('data', (chunk: Buffer) => {
    left += chunk.toString();
  });
  const closed = new Promise<void>((done) => guard.once('close', () => done()));
  return {
    /** Resolves when no process of the tree is running. @returns what the program itself left behind */
    async end(outcome: 'exited' | 'died' | 'still runs'): Promise<string> {
      guard.stdin.end(outcome);
      await closed;
      return left;
    },
  };
}

function readLines(child: ChildProcess, onLine: (line: string) => void): () => void {
  const finishes = [child.stdout, child.stderr].map((stream) => {
    let rest = '';
    stream?.setEncoding('utf8');
    stream?.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
    return () => {
      if (rest !== '') onLine(rest);
    };
  });
  return () => {
    for (const finish of finishes) finish();
  };
}

function untilExit(child: ChildProcess): Promise<Exit> {
  return new Promise((done) => {
    child.once('error', (error) => done({ kind: 'exit', code: null, signal: null, error }));
    // Not 'close': a process left behind may keep the output open.
    child.once('exit', (code, signal) => done({ kind: 'exit', code, signal, error: null }));
  });
}

function endOf(outcome: Exit | Exceeded): 'exited' | 'died' | 'still runs' {
  if (outcome.kind === 'exceeded') return 'still runs';
  return outcome.signal === null ? 'exited' : 'died';
}

function watchLimits(
  { limitMs, silenceLimitMs, watchedFile, signal }: ProgramOptions,
  saidAt: () => number,
) {
  const beganAt = Date.now();
  let size = -1;
  let grewAt = beganAt;
  const sentenceNow = (): string | null => {
    const now = Date.now();
    const sizeNow = watchedFile === undefined ? size : sizeOf(watchedFile);
    if (sizeNow !== size) [size, grewAt] = [sizeNow, now];
    if (signal?.aborted) return 'It was ended because the run was ended.';
    if (now - beganAt > limitMs) return `It was ended after ${spell(limitMs)}.`;
    const silentMs = now - Math.max(saidAt(), grewAt);
    return silenceLimitMs !== undefined && silentMs > silenceLimitMs
      ? `It was ended because it reported nothing for ${spell(silenceLimitMs)}.`
      : null;
  };
  let timer: NodeJS.Timeout | undefined;
  const exceeded = new Promise<Exceeded>((done) => {
    const look = () => {
      const sentence = sentenceNow();
      if (sentence !== null) done({ kind: 'exceeded', sentence });
    };
    const everyMs = Math.min(1_000, Math.min(limitMs, silenceLimitMs ?? limitMs) / LOOKS_PER_LIMIT);
    timer = setInterval(look, everyMs);
    signal?.addEventListener('abort', look);
  });
  return { exceeded, stop: () => clearInterval(timer) };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function problemOf(program: string, outcome: Exit | Exceeded, left: string): string | null {
  const sentences: string[] = [];
  if (outcome.kind === 'exceeded') sentences.push(`${program}: ${outcome.sentence}`);
  else if (outcome.error) sentences.push(`${program} did not start: ${outcome.error.message}`);
  else if (outcome.signal) sentences.push(`${program} was ended by ${outcome.signal}.`);
  if (left !== '')
    sentences.push(`${program} left processes running, now ended:\n${left.trimEnd()}`);
  return sentences.length > 0 ? sentences.join('\n') : null;
}

function spell(ms: number): string {
  return ms < 60_000 ? `${ms / 1000} s` : `${ms / 60_000} minutes`;
}
