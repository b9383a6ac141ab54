import { spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../..');

export interface ProgramRun {
  readonly isGood: boolean;
  readonly output: string;
  readonly seconds: number;
}

interface ProgramOptions {
  /** Ends the program when it runs longer. */
  readonly limitSeconds: number;
  /** `quiet` keeps the output for the caller; `live` shows it as it comes. */
  readonly output: 'quiet' | 'live';
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program of `node_modules/.bin` in the project's root, with Node of the project first on the path.
 * @returns how it went; a program that could not start or ran out of time is not good
 */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  options: ProgramOptions,
): Promise<ProgramRun> {
  const startedAt = performance.now();
  const bin = resolve(repository, 'node_modules/.bin');
  const child = spawn(program, args, {
    cwd: repository,
    env: {
      ...process.env,
      ...options.env,
      CI: 'true',
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.limitSeconds * 1000,
    killSignal: 'SIGTERM',
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      if (options.output === 'live') process.stdout.write(chunk);
      else chunks.push(chunk);
    });
  }
  return new Promise((done) => {
    const finish = (isGood: boolean, more = '') => {
      const output = `${Buffer.concat(chunks).toString()}${more}`;
      done({ isGood, output, seconds: (performance.now() - startedAt) / 1000 });
    };
    child.once('error', (error) => finish(false, error.message));
    child.once('close', (code, signal) => {
      finish(code === 0, signal ? `${program} was ended by ${signal}.\n` : '');
    });
  });
}
