import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockHolder } from '#sandbox/processes/directory-lock';
import { endProcess } from '#sandbox/processes/end-process';
import {
  commandLineOf,
  identifyProcess,
  isStillRunning,
  type ProcessIdentity,
} from '#sandbox/processes/process-identity';
import { findFreePorts } from '../product/free-ports.ts';
import { findDescendants } from '../product/processes.ts';
import { environmentOfADeveloper } from '../product/start-product.ts';
import { repository } from './settings.ts';

const GONE_WITHIN_MS = 30_000;
const UP_WITHIN_MS = 480_000;

/** `npm start` as a test sees it. */
interface Run {
  /** What the test started: npm, or the terminal around it. */
  readonly root: number;
  readonly shell: number;
  readonly supervisor: number;
  readonly everything: readonly ProcessIdentity[];
}

const dataDir = mkdtempSync(join(tmpdir(), 'kax-stop-'));
const seen: ProcessIdentity[] = [];
let port: number;
beforeAll(async () => {
  port = await findFreePorts();
});
afterAll(async () => {
  for (const identity of seen) await endProcess(identity);
  rmSync(dataDir, { recursive: true, force: true });
});

// Serial, on the same data, so that each start also shows that the previous end left nothing in its way.
describe('the whole product ends within 30 s', () => {
  it('when the supervisor is killed while it is still starting', async () => {
    const child = npmStart();
    const root = child.pid ?? 0;
    await eventually(() => existsSync(join(dataDir, 'database', 'cluster.new')));
    const run = describeRun(root);
    process.kill(run.supervisor, 'SIGKILL');
    await expectGone(run);
  });

  // npm passes SIGTERM on to the shell that it started.
  it('when npm is killed with SIGTERM', () =>
    endsAfter(npmStart, ({ root }) => process.kill(root, 'SIGTERM')));

  it('when npm is killed with SIGKILL', () =>
    endsAfter(npmStart, ({ root }) => process.kill(root, 'SIGKILL')));

  it('when the shell that npm started is killed with SIGKILL', () =>
    endsAfter(npmStart, ({ shell }) => process.kill(shell, 'SIGKILL')));

  it('when the supervisor is killed with SIGKILL', () =>
    endsAfter(npmStart, ({ supervisor }) => process.kill(supervisor, 'SIGKILL')));

  // Without a terminal, all of the session gets what a closing one sends.
  it('when the terminal is closed', () =>
    hasTerminal()
      ? endsAfter(npmStartInTerminal, ({ root }) => process.kill(root, 'SIGKILL'))
      : endsAfter(npmStart, ({ root }) => process.kill(-root, 'SIGHUP')));

  it('when the test that started it is killed with SIGKILL', () =>
    endsAfter(startProductInTest, ({ root }) => process.kill(root, 'SIGKILL')));
});

async function endsAfter(start: () => ChildProcess, kill: (run: Run) => void): Promise<void> {
  const stopsBefore = countOrderlyStops();
  const startsBefore = countWorkerStarts();
  const child = start();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output = `${output}${String(chunk)}`.slice(-4_000);
    });
  }
  const isUp = eventually(() => {
    if (child.exitCode !== null) throw new Error(`It did not start.\n${output}`);
    return output.includes('Piggy!Bank7') && countWorkerStarts() > startsBefore;
  });
  // One that does not come up must not be in the way of the next.
  await isUp.catch(async (error) => {
    const run = describeRun(child.pid ?? 0);
    child.kill('SIGKILL');
    await expectGone(run);
    throw error;
  });
  const run = describeRun(child.pid ?? 0);
  kill(run);
  await expectGone(run);
  expect(countOrderlyStops()).toEqual(stopsBefore.map((count) => count + 1));
}

/** Counts orderly stops in the logs. The private pool's process may be too busy with its first proof to log one. */
function countOrderlyStops(): number[] {
  return [
    countInLog('api.log', '"msg":"stopping"'),
    countInLog('worker.log', '"msg":"stopping"'),
    countInLog('database.log', 'database system is shut down'),
  ];
}

function countWorkerStarts(): number {
  return countInLog('worker.log', '"msg":"ready"');
}

function countInLog(log: string, sentence: string): number {
  const file = join(dataDir, 'logs', log);
  return existsSync(file) ? readFileSync(file, 'utf8').split(sentence).length - 1 : 0;
}

async function expectGone(run: Run): Promise<void> {
  const killedAt = performance.now();
  const left = () =>
    run.everything.filter(isStillRunning).map(({ pid }) => `${pid} ${commandLineOf(pid)}`);
  while (left().length > 0 && performance.now() - killedAt < GONE_WITHIN_MS) await sleep(100);
  expect(left()).toEqual([]);
  expect(lockHolder(join(dataDir, 'lock'))).toBeNull();
}

function describeRun(root: number): Run {
  const below = findDescendants(root);
  const supervisor = lockHolder(join(dataDir, 'lock'))?.pid ?? 0;
  const shell = below.find(({ pid }) => pid === supervisor)?.parent ?? 0;
  const everything = [root, ...below.map(({ pid }) => pid)].flatMap(
    (pid) => identifyProcess(pid) ?? [],
  );
  seen.push(...everything);
  return { root, shell, supervisor, everything };
}

function npmStart(): ChildProcess {
  return spawnUser('npm', ['start']);
}

/** `script` opens a terminal, which closes with it. */
function npmStartInTerminal(): ChildProcess {
  return process.platform === 'darwin'
    ? spawnUser('script', ['-q', '/dev/null', 'npm', 'start'])
    : spawnUser('script', ['-qc', 'npm start', '/dev/null']);
}

function hasTerminal(): boolean {
  return spawnSync('script', ['-V']).error === undefined;
}

function startProductInTest(): ChildProcess {
  const file = join(repository, 'scripts/product/start-product.ts');
  const code = `
    import { startProduct } from ${JSON.stringify(file)};
    await startProduct(${JSON.stringify({ dataDir, port })});
    console.log('Piggy!Bank7');
  `;
  return spawnUser(process.execPath, ['--input-type=module', '--eval', code]);
}

/** In its own session, as in a terminal. */
function spawnUser(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, {
    cwd: repository,
    env: { ...environmentOfADeveloper(), PORT: String(port), DATA_DIR: dataDir },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function eventually(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + UP_WITHIN_MS;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error('The condition was not met in time.');
    await sleep(20);
  }
}
