import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** A process of the program in C. */
export interface NativeProgram {
  /** False once it was ended, or ended by itself. */
  isRunning(): boolean;
  /** Resolves when it can be asked. Rejects with `ProgramFailed`. */
  ready(): Promise<void>;
  write(bytes: Uint8Array): void;
  /** @returns its next bytes, for one caller at a time. Rejects with `ProgramFailed` when it ends before. */
  read(size: number): Promise<Buffer>;
  /** Ends it at once, whatever it does. */
  kill(): void;
}

/** It ended before it had done its work, or refused to do it. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
}

const GREETING = 'kax1';
/** On a slow and busy machine, the largest proof takes a fraction of this. */
const GIVES_UP_AFTER_MS = 300_000;

/**
 * @param options.more how many bytes it says after its greeting
 * @param options.givesUpAfterMs how long it may say nothing that is waited for, before it is ended
 */
export function startNativeProgram(
  file: string,
  given: readonly string[],
  options: { readonly more?: number; readonly givesUpAfterMs?: number } = {},
): NativeProgram {
  const { more = 0, givesUpAfterMs = GIVES_UP_AFTER_MS } = options;
  // Of what this process knows, it needs nothing.
  const child = spawn(file, given, { stdio: 'pipe', env: {} });
  const { stdin, stdout, stderr } = child;
  let said = '';
  let isRunning = true;
  stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-1_000);
  });
  const end = (cause?: Error) => {
    isRunning = false;
    if (cause) said ||= cause.message;
  };
  const closed = new Promise<void>((resolve) => {
    child
      .on('error', end)
      .on('exit', () => end())
      .on('close', () => resolve());
  });
  // It ends while it is written to.
  stdin.on('error', end);
  stdout.on('error', end);
  const readBytes = createReader(stdout);
  const greeted = readGreeting();
  // Told to whoever waits for it.
  greeted.catch(() => undefined);

  async function readGreeting(): Promise<void> {
    const greeting = await read(GREETING.length + more);
    if (greeting.toString('latin1', 0, GREETING.length) !== GREETING) {
      throw new ProgramFailed('The prover speaks another protocol.');
    }
  }

  async function read(size: number): Promise<Buffer> {
    const timer = setTimeout(() => child.kill('SIGKILL'), givesUpAfterMs);
    const bytes = await readBytes(size).finally(() => clearTimeout(timer));
    if (bytes !== null) return bytes;
    child.kill('SIGKILL');
    await closed;
    throw new ProgramFailed(`The prover ended before it was done. ${said}`.trim());
  }

  return {
    isRunning: () => isRunning,
    ready: () => greeted,
    write: (bytes) => void stdin.write(bytes),
    read,
    kill: () => void child.kill('SIGKILL'),
  };
}

/**
 * Waiting for `readable` with too few bytes in the stream would be told at once, again and again, and nothing else
 * would run.
 * @returns what reads that many bytes, one caller at a time; null when the stream ends before
 */
function createReader(from: Readable): (size: number) => Promise<Buffer | null> {
  let unread: Buffer = Buffer.alloc(0);
  let isClosed = false;
  let wake = () => {};
  from
    .on('data', (bytes: Buffer) => {
      unread = Buffer.concat([unread, bytes]);
      wake();
    })
    .on('close', () => {
      isClosed = true;
      wake();
    });
  return async (size) => {
    while (unread.length < size) {
      if (isClosed) return null;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const bytes = unread.subarray(0, size);
    unread = unread.subarray(size);
    return bytes;
  };
}
