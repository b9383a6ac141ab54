import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process as it can be recognised later. A pid alone is not enough: the system reuses it
 * after the process ended, so the start time is stored with it.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Its start time, as the system reports it; opaque, compared only for equality. */
  readonly startedAt: string;
}

/** @returns the process that runs under this pid now, or null when there is none (a zombie does not count). */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const startedAt = request(pid, 'startedAt');
  return startedAt === null ? null : { pid, startedAt };
}

/** @returns true when the same process (not just the same pid) is still running. */
export function isStillRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** @returns the command line of a running process with its arguments separated by spaces, or null. */
export function commandLineOf(pid: number): string | null {
  return request(pid, 'commandLine');
}

/** @returns the pid of the current parent of a running process, or null. */
export function parentOf(pid: number): number | null {
  const parent = request(pid, 'parent');
  return parent === null ? null : Number.parseInt(parent, 10);
}

/** @returns true when a process runs under this pid; cheap enough for a check every second. */
export function isPidRunning(pid: number): boolean {
  if (process.platform === 'linux') return identifyProcess(pid) !== null;
  try {
    // Signal 0 is only a check.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

type Property = 'startedAt' | 'commandLine' | 'parent';

function request(pid: number, property: Property): string | null {
  if (process.platform === 'linux') return readProc(pid, property);
  return process.platform === 'win32' ? runTasklist(pid, property) : runPs(pid, property);
}

function readProc(pid: number, property: Property): string | null {
  try {
    if (property === 'commandLine') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain spaces; proc(5) counts from there.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, startedAt] = [fields[0], fields[1], fields[19]];
    if (state === 'Z' || state === 'X') return null;
    return (property === 'parent' ? parent : startedAt) ?? null;
  } catch {
    // The process ended, or belongs to a system that hides it: either way it is not ours.
    return null;
  }
}

const psColumns = { startedAt: 'lstart', commandLine: 'command', parent: 'ppid' } as const;

function runPs(pid: number, property: Property): string | null {
  // The same moment has to read the same in every language and time zone.
  const column = `${psColumns[property]}=`;
  return outputOf('env', ['LC_ALL=C', 'TZ=UTC', 'ps', '-o', column, '-p', String(pid)]);
}

const windowsProperties = {
  startedAt: 'CreationDate.ToFileTimeUtc()',
  commandLine: 'CommandLine',
  parent: 'ParentProcessId',
} as const;

function runTasklist(pid: number, property: Property): string | null {
  const found = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}')`;
  const script = `${found}.${windowsProperties[property]}`;
  return outputOf('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]);
}

function outputOf(program: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', windowsHide: true });
  const text = status === 0 ? stdout.trim() : '';
  return text === '' ? null : text;
}
