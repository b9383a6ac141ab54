import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { NUMBER_BYTES } from './plain-numbers.ts';

/** A process that makes proofs with the key of one circuit, one at a time. */
export interface ProvingProgram {
  /** False once it was ended, or ended by itself. */
  isRunning(): boolean;
  /** Resolves when it has read the key. Rejects with `ProgramFailed`. */
  ready(): Promise<void>;
  /**
   * @param witness 32 bytes of each signal, little-endian
   * @returns the coordinates of the proof, eight plain numbers of 32 bytes. Rejects with `ProgramFailed`.
   */
  prove(witness: Uint8Array): Promise<Uint8Array>;
  /** Ends it at once, also in the middle of a proof. */
  kill(): void;
}

/** It ended before it had made the proof, or refused to make it. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
}

const PROOF_BYTES = 8 * NUMBER_BYTES;
const GREETING = 'kax1';

/** @param keyFile in the format of snarkjs */
export function startProgram(file: string, keyFile: string, threads: number): ProvingProgram {
  // Of what this process knows, it needs nothing.
  const child = spawn(file, [keyFile, String(threads)], { stdio: 'pipe', env: {} });
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
    const greeting = await read(GREETING.length + 4);
    if (greeting.toString('latin1', 0, GREETING.length) !== GREETING) {
      throw new ProgramFailed('The prover speaks another protocol.');
    }
  }

  async function read(size: number): Promise<Buffer> {
    const bytes = await readBytes(size);
    if (bytes !== null) return bytes;
    child.kill('SIGKILL');
    await closed;
    throw new ProgramFailed(`The prover ended before it had made the proof. ${said}`.trim());
  }

  return {
    isRunning: () => isRunning,
    ready: () => greeted,
    async prove(witness) {
      await greeted;
      const count = Buffer.alloc(4);
      count.writeUInt32LE(witness.length / NUMBER_BYTES);
      stdin.write(count);
      stdin.write(witness);
      const [status] = await read(1);
      if (status === 0) return read(PROOF_BYTES);
      const length = (await read(4)).readUInt32LE();
      throw new ProgramFailed(`The witness ${await read(length)}.`);
    },
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
