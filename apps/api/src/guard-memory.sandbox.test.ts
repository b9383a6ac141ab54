import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'kax-memory-'));
const hasPrlimit = ['/usr/bin/prlimit', '/bin/prlimit'].some((path) => existsSync(path));
/** Accepts connections and says nothing: a program waits there with its configuration read. */
let database: Server;
let port: number;

beforeAll(async () => {
  database = createServer((socket) => void socket.on('error', () => {}));
  database.listen(0, '127.0.0.1');
  await once(database, 'listening');
  ({ port } = Object(database.address()));
  writeFileSync(join(folder, 'networks.json'), '[]');
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(process.platform === 'linux')('a server process', () => {
  it.each(['api', 'worker', 'shielded-worker', 'recovery'])(
    'opens no inspector and leaves no core file when it gets the signals for that: %s',
    async (name) => {
      const seen = await crash([join(root, 'scripts/run.mjs'), name], 'SIGSEGV');
      expect(seen.output).not.toContain('Debugger listening');
      expect(seen.signal).toBe('SIGSEGV');
      if (!hasPrlimit) return;
      expect(seen.coreLimit).toMatch(/^1 +1 +bytes/);
      expect(seen.files).toEqual([]);
    },
  );

  it('leaves no core file when Node itself gives up', async ({ skip }) => {
    skip(!hasPrlimit, 'There is no prlimit here.');
    expect(await crash(guarded(), 'SIGABRT')).toMatchObject({ signal: 'SIGABRT', files: [] });
  });

  it('writes no heap snapshot and no report, even when it was started to do so', async () => {
    const flags = [
      '--heapsnapshot-signal=SIGUSR2',
      '--report-on-signal',
      '--report-signal=SIGUSR2',
    ];
    const seen = await crash([...flags, ...guarded()], 'SIGUSR2');
    expect(seen).toMatchObject({ signal: 'SIGUSR2', files: [] });
  });

  it('would do all of this without the guard', async ({ skip }) => {
    const pattern = readFileSync('/proc/sys/kernel/core_pattern', 'utf8').trim();
    skip(/[|/]/.test(pattern), `Core files of this system go to ${pattern}, not to the folder.`);
    const program = ['--inspect-port=0', '--eval', connecting()];
    const seen = await crash(program, 'SIGABRT', 'Debugger listening');
    expect(seen.files).toHaveLength(1);
  });
});

/** @returns a program that connects and then waits */
function connecting(): string {
  return `import('node:net').then((net) => net.connect(${port}, '127.0.0.1'))`;
}

/** A program that only guards its memory, and then connects. */
function guarded(): readonly string[] {
  const file = join(import.meta.dirname, 'guard-memory.ts');
  return ['--eval', `import('${file}').then((guard) => { guard.guardMemory(); ${connecting()}; })`];
}

/** Starts a program that may leave small core files, waits until it connects, and sends SIGUSR1 and a signal. */
async function crash(program: readonly string[], signal: NodeJS.Signals, awaited = '') {
  const cwd = mkdtempSync(join(folder, 'run-'));
  const limited = ['-c', 'ulimit -S -c 64; exec "$0" "$@"', process.execPath, ...program];
  const child = spawn('/bin/sh', limited, { cwd, env: environment() });
  const output = collect(child);
  const ended = once(child, 'exit');
  try {
    const tooEarly = failOnExit(ended, output);
    tooEarly.catch(() => {});
    await Promise.race([once(database, 'connection'), tooEarly]);
    const limits = readFileSync(`/proc/${child.pid}/limits`, 'utf8');
    child.kill('SIGUSR1');
    // The inspector starts in a thread of its own.
    await sleep(500);
    while (!output().includes(awaited)) await sleep(50);
    child.kill(signal);
    // One that handles the signal, and goes on, has ended by another one then.
    setTimeout(() => child.kill('SIGKILL'), 20_000).unref();
    const [, endedBy] = await ended;
    const coreLimit = /^Max core file size +(.*)$/m.exec(limits)?.[1];
    return { output: output(), coreLimit, files: readdirSync(cwd), signal: endedBy };
  } finally {
    child.kill('SIGKILL');
  }
}

async function failOnExit(ended: Promise<unknown>, output: () => string): Promise<never> {
  await ended;
  throw new Error(`It ended too early: ${output()}`);
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  const parts: string[] = [];
  for (const stream of [stdout, stderr]) stream?.on('data', (part) => parts.push(String(part)));
  return () => parts.join('');
}

function environment(): Record<string, string> {
  return {
    KAX_MODE: 'sandbox',
    DATABASE_URL: `postgres://kax@127.0.0.1:${port}/kax`,
    NETWORKS_FILE: join(root, 'apps/api/networks.polygon.json'),
    POLYGON_RPC_URLS: 'http://127.0.0.1:1',
    AVALANCHE_RPC_URLS: 'http://127.0.0.1:1',
    PRICE_BASE_URL: 'http://127.0.0.1:1',
    KEY_DIR: join(folder, 'keys'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@kax.test',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+14155550100',
    RECOVERY_SOCKET: join(folder, 'recovery.sock'),
    SHIELDED_DIR: join(folder, 'shielded'),
    ARTIFACTS_DIR: join(folder, 'artifacts'),
  };
}
