import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { commandLineOf, parentOf } from '#sandbox/processes/process-identity';

/** A running process and its parent. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly commandLine: string;
}

/**
 * Finds the children of a process whose command line contains a text.
 * @returns their pids, oldest first
 */
export function findChildren(parent: number, text: string): readonly number[] {
  return listProcesses()
    .filter((entry) => entry.parent === parent && entry.commandLine.includes(text))
    .map(({ pid }) => pid)
    .sort((one, other) => one - other);
}

/** @returns everything below a process: its children, their children, and so on */
export function findDescendants(ancestor: number): readonly ProcessEntry[] {
  const entries = listProcesses();
  const below = (parent: number): ProcessEntry[] =>
    entries
      .filter((entry) => entry.parent === parent)
      .flatMap((entry) => [entry, ...below(entry.pid)]);
  return below(ancestor);
}

/** @returns the environment that a process was started with, on Linux; empty when it has ended */
export function environmentOf(pid: number): Readonly<Record<string, string>> {
  const entries = readEnvironment(pid).split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
}

function listProcesses(): readonly ProcessEntry[] {
  return process.platform === 'linux' ? listFromProc() : listFromPs();
}

function listFromProc(): readonly ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .flatMap((pid) => {
      const parent = parentOf(pid);
      return parent === null ? [] : [{ pid, parent, commandLine: commandLineOf(pid) ?? '' }];
    });
}

function listFromPs(): readonly ProcessEntry[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' });
  return [...lines.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, pid, parent, line]) => ({
    pid: Number.parseInt(pid ?? '', 10),
    parent: Number.parseInt(parent ?? '', 10),
    commandLine: line ?? '',
  }));
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
