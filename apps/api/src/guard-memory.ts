import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import type { Logger } from 'pino';
import type { CommonConfig } from './config-groups.ts';

/** In bytes. It leaves no file, as 0 does, and unlike 0, Linux then runs no program that gets the memory (core(5)). */
const CORE_LIMIT = 1;
/** By their full path, so that nothing else is run in their place. */
const PRLIMIT = ['/usr/bin/prlimit', '/bin/prlimit'];

/**
 * Closes what would write this process's memory to a file or let someone read it on a signal: core files where Linux
 * and `prlimit` are, Node's inspector on SIGUSR1, its heap snapshots on any signal, and its reports, which contain the
 * environment. Called before anything else.
 */
export function guardMemory(): void {
  const signals = process.eventNames().filter((name) => String(name).startsWith('SIG'));
  for (const signal of signals) process.removeAllListeners(signal);
  // Without a listener, Node opens its inspector.
  process.on('SIGUSR1', () => {});
  if (process.report !== undefined) {
    process.report.reportOnSignal = false;
    process.report.reportOnFatalError = false;
    process.report.reportOnUncaughtException = false;
  }
  lowerCoreLimit();
}

/** In production, logs each way that is left to read this process's memory. */
export function warnOfExposures(
  { mode }: Pick<CommonConfig, 'mode'>,
  log: Pick<Logger, 'warn'>,
): void {
  if (mode !== 'production') return;
  for (const sentence of findExposures(readSettings())) log.warn(sentence);
}

/** What the system says about this process; undefined where it does not say it, as outside of Linux. */
export interface MemorySettings {
  /** Soft limit of the size of core files, bytes. */
  readonly coreLimit: number | undefined;
  /** A path, or a program after `|`. */
  readonly corePattern: string | undefined;
  /** Who may attach to a process: 0 for anyone of the same user. */
  readonly ptraceScope: string | undefined;
  readonly isInspectorOpen: boolean;
}

/** @returns a sentence about each way to read the memory, with the remedy */
export function findExposures(settings: MemorySettings): readonly string[] {
  const { coreLimit, corePattern = '', ptraceScope, isInspectorOpen } = settings;
  if (coreLimit === undefined) return inspectorExposure(isInspectorOpen);
  const isPiped = corePattern.startsWith('|');
  return [
    ...(coreLimit > CORE_LIMIT
      ? ['A crash can write the memory of this process to a core file: set LimitCORE=1.']
      : []),
    ...(coreLimit < CORE_LIMIT && isPiped
      ? [
          'A crash gives the memory of this process to the program in kernel.core_pattern, whatever the limit of 0 says: set LimitCORE=1.',
        ]
      : []),
    ...(ptraceScope === undefined || ptraceScope === '0'
      ? [
          'Any process of the same user can read the memory of this one: set kernel.yama.ptrace_scope to 2.',
        ]
      : []),
    ...inspectorExposure(isInspectorOpen),
  ];
}

function inspectorExposure(isOpen: boolean): readonly string[] {
  return isOpen ? ['The inspector of Node is open: start this process without --inspect.'] : [];
}

function lowerCoreLimit(): void {
  const { coreLimit } = readSettings();
  const program = PRLIMIT.find((path) => existsSync(path));
  if (coreLimit === undefined || coreLimit <= CORE_LIMIT || program === undefined) return;
  const limit = `--core=${CORE_LIMIT}:${CORE_LIMIT}`;
  // An empty environment: ours has secrets. What it could not do is reported with the other exposures.
  spawnSync(program, ['--pid', String(process.pid), limit], { stdio: 'ignore', env: {} });
}

function readSettings(): MemorySettings {
  const limit = /^Max core file size +(\w+)/m.exec(readSystemFile('/proc/self/limits') ?? '')?.[1];
  return {
    coreLimit: limit === 'unlimited' ? Number.POSITIVE_INFINITY : toNumber(limit),
    corePattern: readSystemFile('/proc/sys/kernel/core_pattern'),
    ptraceScope: readSystemFile('/proc/sys/kernel/yama/ptrace_scope')?.trim(),
    isInspectorOpen: inspector.url() !== undefined,
  };
}

function toNumber(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number.parseInt(digits, 10);
}

/** @returns undefined where there is no such file, or it is hidden from us */
function readSystemFile(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
