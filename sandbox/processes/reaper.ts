import { type EndingSteps, endProcess } from './end-process.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** Messages to the reaper from the process that started it. */
export type ReaperMessage =
  | { readonly watch: ProcessIdentity; readonly ending: EndingSteps }
  | { readonly forget: number };

/** After this, everything left is killed, so that all of it ends within half a minute. */
const PATIENCE_MS = 12_000;

const watched = new Map<number, { readonly identity: ProcessIdentity; ending: EndingSteps }>();

// A separate process, outside the terminal's process group: it outlives the process that started it, ends whatever
// that one left running, and then ends itself. `reap-on-exit.ts` starts it.
process.on('message', (message) => note(message as ReaperMessage));
process.once('disconnect', () => void reap());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

function note(message: ReaperMessage): void {
  if ('forget' in message) watched.delete(message.forget);
  else watched.set(message.watch.pid, { identity: message.watch, ending: message.ending });
}

/** Newest first, since newer ones use the older ones. */
async function reap(): Promise<void> {
  const left = [...watched.values()].reverse();
  const deadline = Date.now() + PATIENCE_MS;
  for (const { identity, ending } of left) {
    if (Date.now() < deadline) await Promise.race([end(identity, ending), until(deadline)]);
  }
  await Promise.all(
    left.map(({ identity }) => end(identity, [{ signal: 'SIGKILL', waitMs: 5_000 }])),
  );
  process.exit();
}

/** One process that cannot be ended must not prevent the others from ending. */
async function end(identity: ProcessIdentity, ending: EndingSteps): Promise<void> {
  await endProcess(identity, ending).catch(() => undefined);
}

function until(deadline: number): Promise<void> {
  return new Promise((done) => setTimeout(done, deadline - Date.now()));
}
