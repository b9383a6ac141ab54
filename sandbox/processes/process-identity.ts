import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process as it can be recognised later. A pid alone is not enough: the system gives it to someone
 * else after the process ended, so the moment it began stands beside it.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it began, as the system writes it; opaque, compared for equality only. */
  readonly startedAt: string;
}

/** @returns who runs under this pid now, or null when nobody does (a zombie counts as nobody). */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** @returns true when the same process (not only the same pid) still runs. */
export function isStillRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** @returns the command line of a running process with its arguments separated by blanks, or null. */
export function commandLineOf(pid: number): string | null {
  if (process.platform !== 'linux') return askPs(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    // The process ended, or belongs to a system that hides it: either way it is not ours.
    return null;
  }
}

function startFromProc(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // No such process.
    return null;
  }
  // The second field is the program's name in parentheses and may hold blanks; proc(5) counts from there.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startedAt] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' ? null : (startedAt ?? null);
}

function startFromPs(pid: number): string | null {
  return askPs(pid, 'lstart');
}

function askPs(pid: number, column: string): string | null {
  const answer = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  const text = answer.status === 0 ? answer.stdout.trim() : '';
  return text === '' ? null : text;
}
