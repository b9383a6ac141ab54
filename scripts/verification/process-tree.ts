import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The variable that marks a process and everything it starts; nested marks are separated by spaces. */
export const MARK_VARIABLE = 'KAX_PROCESS_TREE';

/** How often to check, and how long killed processes may take to disappear. */
const LOOK_EVERY_MS = 50;
const GONE_WITHIN_MS = 10_000;

export interface TreeProcess {
  readonly pid: number;
  readonly parent: number;
  /** The command line with its arguments separated by spaces. */
  readonly command: string;
}

interface ListedProcess extends TreeProcess {
  readonly isMarked: boolean;
}

/** @returns every running process whose environment has this mark, and their descendants */
export function findTree(mark: string): readonly TreeProcess[] {
  const all = process.platform === 'linux' ? listFromProc(mark) : listFromPs(mark);
  const pids = new Set(all.filter(({ isMarked }) => isMarked).map(({ pid }) => pid));
  // A child may have been started with its own environment.
  for (let before = -1; before < pids.size; ) {
    before = pids.size;
    for (const { pid, parent } of all) if (pids.has(parent)) pids.add(pid);
  }
  return all.filter(({ pid }) => pids.has(pid));
}

/** Waits for a tree to end on its own. @returns what is still running after this time */
export async function waitForTree(mark: string, ms: number): Promise<readonly TreeProcess[]> {
  const deadline = Date.now() + ms;
  for (;;) {
    const tree = findTree(mark);
    if (tree.length === 0 || Date.now() >= deadline) return tree;
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Ends a tree: SIGTERM to its roots, which may end their children in order, and to each orphan that results;
 * after the grace period SIGKILL to everything.
 * @returns what survived
 */
export async function endTree(mark: string, graceMs: number): Promise<readonly TreeProcess[]> {
  const signalled = new Set<number>();
  const graceEnds = Date.now() + graceMs;
  for (let tree = findTree(mark); tree.length > 0; tree = findTree(mark)) {
    const now = Date.now();
    if (now > graceEnds + GONE_WITHIN_MS) return tree;
    if (now >= graceEnds) {
      for (const { pid } of tree) signal(pid, 'SIGKILL');
    } else {
      for (const { pid } of rootsOf(tree)) {
        if (!signalled.has(pid)) signal(pid, 'SIGTERM');
        signalled.add(pid);
      }
    }
    await sleep(LOOK_EVERY_MS);
  }
  return [];
}

function rootsOf(tree: readonly TreeProcess[]): readonly TreeProcess[] {
  const pids = new Set(tree.map(({ pid }) => pid));
  return tree.filter(({ parent }) => !pids.has(parent));
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended between the check and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function listFromProc(mark: string): readonly ListedProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readProc(name, 'stat');
      // The program's name is in parentheses and may contain anything; the state and the parent follow.
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (parent === undefined || state === 'Z' || state === 'X') return [];
      return {
        pid: Number.parseInt(name, 10),
        parent: Number.parseInt(parent, 10),
        command: readProc(name, 'cmdline').replaceAll('\0', ' ').trim(),
        isMarked: readProc(name, 'environ').includes(mark),
      };
    });
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It ended, or belongs to another user: not ours.
    return '';
  }
}

/** Lists processes on macOS and the BSDs, with the environment after the command. */
function listFromPs(mark: string): readonly ListedProcess[] {
  const { stdout } = spawnSync('ps', ['-axEww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || parent === undefined || command === undefined) return [];
    return {
      pid: Number.parseInt(pid, 10),
      parent: Number.parseInt(parent, 10),
      command: command.split(`${MARK_VARIABLE}=`)[0] ?? '',
      isMarked: command.includes(mark),
    };
  });
}
