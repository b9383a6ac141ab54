import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type EndingSteps, endPolitely } from './end-process.ts';
import { identifyProcess } from './process-identity.ts';
import type { ReaperMessage } from './reaper.ts';

const RESTART_AFTER_MS = 1_000;

const watched = new Map<number, ReaperMessage>();
let reaper: ChildProcess | null = null;

/**
 * Makes sure that a child process ends with this one, even when this one is killed without cleaning up.
 * A separate process, the reaper, detects our end by the closing channel, and ends the child in the
 * given steps. A child that ends by itself is forgotten.
 */
export function reapOnExit(child: ChildProcess, ending: EndingSteps = endPolitely): void {
  const identity = child.pid === undefined ? null : identifyProcess(child.pid);
  if (identity === null) return;
  const { pid } = identity;
  const message = { watch: identity, ending };
  watched.set(pid, message);
  if (reaper === null) startReaper();
  else send(reaper, message);
  child.once('exit', () => {
    watched.delete(pid);
    if (reaper !== null) send(reaper, { forget: pid });
  });
}

function startReaper(): void {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'reaper.ts')], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  });
  reaper = started;
  // It must not keep this process running.
  started.unref();
  started.channel?.unref();
  for (const event of ['exit', 'error']) started.once(event, () => replace(started));
  for (const message of watched.values()) send(started, message);
}

/** The reaper was killed: another one replaces it. */
function replace(ended: ChildProcess): void {
  if (reaper !== ended) return;
  reaper = null;
  setTimeout(() => {
    if (reaper === null && watched.size > 0) startReaper();
  }, RESTART_AFTER_MS).unref();
}

function send(to: ChildProcess, message: ReaperMessage): void {
  // A reaper that just ended is replaced, and its successor receives every message again.
  if (to.connected) to.send(message, () => undefined);
}
