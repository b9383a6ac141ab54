import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../verification/run-program.ts';
import { findFreePorts } from './free-ports.ts';

/** A copy of the whole product on this computer, as `npm start` starts it. */
export interface Product {
  /** URL of the app, such as `http://127.0.0.1:17600`. */
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Process that supervises all the others. */
  readonly pid: number;
  /** Ends everything it started; keeps the stored data. */
  stop(): Promise<void>;
  /** Ends only the supervisor, as a crash would; its processes end within half a minute, or at the next start. */
  kill(): Promise<void>;
  /** Stops and removes the data directory, if it was created for this copy. */
  remove(): Promise<void>;
}

const READY_WITHIN_MS = 480_000;
const STOPPED_WITHIN_MS = 40_000;

/**
 * Starts `scripts/start.ts` and waits until its table lists who can sign in.
 * Without a data directory it gets an empty one, without a port a free range of ports.
 * Rejects with the last lines of its output when it does not start.
 * It ends with this process, however this one ends.
 */
export async function startProduct(
  options: {
    readonly dataDir?: string;
    readonly port?: number;
    /** Additional environment of the servers. */
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'kax-product-')));
  const port = options.port ?? (await findFreePorts());
  const child = spawn(process.execPath, [join(repository, 'scripts/start.ts')], {
    cwd: repository,
    env: {
      ...environmentOfADeveloper(),
      ...options.environment,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    // Closing the channel notifies the copy that this process ended, even before it listens.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const log = createWriteStream(join(dataDir, 'start.log'), { flags: 'a' });
  let output = '';
  const isUp = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        log.write(chunk);
        output = `${output}${chunk.toString()}`.slice(-8000);
        if (output.includes('Piggy!Bank7')) done();
      });
    }
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await within(STOPPED_WITHIN_MS, ended, 'The product did not stop.');
  };
  const failed = ended.then(() => {
    throw new Error(`The product did not start.\n${output}`);
  });
  try {
    await within(
      READY_WITHIN_MS,
      Promise.race([isUp, failed]),
      'The product did not become ready.',
    );
  } catch (error) {
    await end('SIGTERM').catch(() => end('SIGKILL'));
    throw new Error(`${String(error)}\n${output}`);
  }
  failed.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    pid: child.pid ?? 0,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    remove: async () => {
      await end('SIGTERM');
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A test runner's own variables are not passed to the product. */
export function environmentOfADeveloper(): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, VITEST: _runner, ...rest } = process.env;
  return rest;
}

/** @returns the connection string of the product's own database */
export async function databaseUrlOf({ dataDir, port }: Product): Promise<string> {
  const passwords = JSON.parse(
    await readFile(join(dataDir, 'database/passwords.json'), 'utf8'),
  ) as { kax: string };
  return `postgres://kax:${passwords.kax}@127.0.0.1:${port + 8}/kax`;
}

/** @returns the address of a chain's node; the product's other ports follow from its first */
export function rpcUrlOf({ port }: Pick<Product, 'port'>, chain: 'polygon' | 'avalanche'): string {
  return `http://127.0.0.1:${port + (chain === 'polygon' ? 1 : 2)}`;
}

async function within(ms: number, work: Promise<void>, sentence: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, refuse) => {
    timer = setTimeout(() => refuse(new Error(`${sentence} Waited ${ms / 1000} s.`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
