import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EndingSteps, endPolitely, endProcess } from './end-process.ts';
import { identifyProcess, type ProcessIdentity } from './process-identity.ts';
import { reapOnExit } from './reap-on-exit.ts';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
}

export interface KeptProcess {
  /** Pid of the current process. */
  pid(): number;
  stop(): Promise<void>;
}

interface KeepRunningOptions {
  /** Its name in messages to the user. */
  readonly name: string;
  /** Called before every start, so that it can also clean up. */
  readonly command: () => Promise<Command>;
  /** Resolves when the new process is ready; rejects when it fails. The signal aborts when it ended before. */
  readonly untilServing: (signal: AbortSignal) => Promise<void>;
  readonly logFile: string;
  /** Where the pid is stored for a later start that has to clean up after a kill -9. */
  readonly pidFile: string;
  readonly ending?: EndingSteps;
  /** Called with a sentence when the process died and when it is given up. */
  readonly report?: (sentence: string) => void;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const ATTEMPTS_IN_A_ROW = 12;
/** A process that ran this long did not fail to start; the next start waits only the short pause. */
const HEALTHY_AFTER_MS = 2_000;
const LOG_ROTATES_AT_BYTES = 10_000_000;

/**
 * Starts a process and starts it again whenever it dies, until `stop` or until this process ends, however it ends.
 * A process that a killed supervisor left behind under the same pid file is ended first.
 * Rejects when the first start does not become ready.
 */
export async function keepRunning(options: KeepRunningOptions): Promise<KeptProcess> {
  await endLeftover(options.pidFile, options.ending);
  let isStopping = false;
  let launched: ProcessIdentity;
  let current = await startOnce(options, noteLaunch);
  let pauseMs = FIRST_PAUSE_MS;
  let restarting: Promise<void> = Promise.resolve();
  watch();
  return { pid: () => launched.pid, stop };

  function noteLaunch(identity: ProcessIdentity): void {
    launched = identity;
  }

  function watch(): void {
    const servedFrom = Date.now();
    void current.ended.then(() => {
      if (isStopping) return;
      if (Date.now() - servedFrom > HEALTHY_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      options.report?.(`${options.name} ended unexpectedly; starting it again.`);
      restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS_IN_A_ROW && !isStopping; attempt += 1) {
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      if (isStopping) return;
      try {
        current = await startOnce(options, noteLaunch);
        watch();
        return;
      } catch (error) {
        options.report?.(`${options.name} did not start: ${String(error)}`);
      }
    }
    if (!isStopping) options.report?.(`${options.name} keeps failing. See ${options.logFile}.`);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await endProcess(launched, options.ending);
    await restarting;
    await endProcess(launched, options.ending);
    await rm(options.pidFile, { force: true });
  }
}

/** Ends the process that an earlier, killed supervisor left under this pid file, if it is still that one. */
export async function endLeftover(
  pidFile: string,
  ending: EndingSteps = endPolitely,
): Promise<void> {
  if (!existsSync(pidFile)) return;
  const [pid, startedAt] = (await readFile(pidFile, 'utf8')).split('\n');
  if (pid && startedAt) await endProcess({ pid: Number.parseInt(pid, 10), startedAt }, ending);
  await rm(pidFile, { force: true });
}

/** The result of a start: a ready process, and a promise of its end. */
interface Incarnation {
  readonly ended: Promise<void>;
}

async function startOnce(
  options: KeepRunningOptions,
  noteLaunch: (identity: ProcessIdentity) => void,
): Promise<Incarnation> {
  const child = launch(await options.command(), options.logFile);
  reapOnExit(child, options.ending);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const died = Promise.race([ended, failedToLaunch(child)]).then(() => {
    throw new Error(`${options.name} ended while starting. See ${options.logFile}.`);
  });
  died.catch(() => undefined);
  const identity = child.pid === undefined ? null : identifyProcess(child.pid);
  if (identity === null) return died;
  noteLaunch(identity);
  const isOver = new AbortController();
  try {
    await writeFile(options.pidFile, `${identity.pid}\n${identity.startedAt}`);
    await Promise.race([options.untilServing(isOver.signal), died]);
  } catch (error) {
    await endProcess(identity, options.ending);
    throw error;
  } finally {
    isOver.abort();
  }
  return { ended };
}

/** Its own process group, so that Ctrl-C reaches only the supervisor and everything ends in order. */
function launch(command: Command, logFile: string): ChildProcess {
  const log = openLog(logFile);
  try {
    return spawn(command.file, command.args, {
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log, log],
      ...(command.env && { env: command.env }),
      ...(command.cwd && { cwd: command.cwd }),
      ...(command.uid !== undefined && { uid: command.uid }),
      ...(command.gid !== undefined && { gid: command.gid }),
    });
  } finally {
    closeSync(log);
  }
}

function failedToLaunch(child: ChildProcess): Promise<never> {
  return new Promise((_resolve, reject) => child.once('error', reject));
}

function openLog(logFile: string): number {
  mkdirSync(dirname(logFile), { recursive: true });
  if (existsSync(logFile) && statSync(logFile).size > LOG_ROTATES_AT_BYTES) {
    renameSync(logFile, `${logFile}.1`);
  }
  return openSync(logFile, 'a', 0o600);
}
