import { readdirSync, readFileSync } from 'node:fs';

/**
 * Finds the children of a process whose command line has a text in it, by what Linux says under `/proc`.
 * @returns their pids, the oldest first
 */
export function findChildren(parent: number, text: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .filter((pid) => parentOf(pid) === parent && commandLineOf(pid).includes(text))
    .sort((one, other) => one - other);
}

/** @returns the environment that a process was started with; empty when it is gone */
export function environmentOf(pid: number): Readonly<Record<string, string>> {
  const entries = read(`/proc/${pid}/environ`).split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
}

function parentOf(pid: number): number {
  // The name of the program stands in brackets and may hold anything.
  const afterName = read(`/proc/${pid}/stat`).replace(/^.*\) /s, '');
  return Number.parseInt(afterName.split(' ')[1] ?? '', 10);
}

function commandLineOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
