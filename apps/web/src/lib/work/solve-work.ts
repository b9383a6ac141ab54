import type { WorkPuzzle } from '#wire/error-shell';
import { createSquaring } from './square.ts';
import { startWorkWorker } from './start-work-worker.ts';
import type { WorkReport } from './work-worker.ts';

export interface SolveOptions {
  /** Is told the share that is done, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does the work of a puzzle, in a worker where the browser has one.
 * @returns what the server wants to see; rejects with the signal's reason when it is aborted
 */
export async function solveWork(puzzle: WorkPuzzle, options: SolveOptions): Promise<string> {
  options.signal?.throwIfAborted();
  options.onProgress(0);
  const result = (await solveBeside(puzzle, options)) ?? (await solveHere(puzzle, options));
  return `${puzzle.token}.${result}`;
}

/** @returns the result; null when the browser does not run a worker */
function solveBeside(
  puzzle: WorkPuzzle,
  { onProgress, signal }: SolveOptions,
): Promise<string | null> {
  const worker = startWorkWorker();
  if (worker === null) return Promise.resolve(null);
  return new Promise<string | null>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    worker.addEventListener('error', () => resolve(null));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkReport>) => {
      onProgress(data.share);
      if (data.share === 1) resolve(data.result);
    });
    worker.postMessage(puzzle);
  }).finally(() => worker.terminate());
}

/** Slower, because the page gets its turn after every moment of work. */
async function solveHere(
  puzzle: WorkPuzzle,
  { onProgress, signal }: SolveOptions,
): Promise<string> {
  const squaring = createSquaring(puzzle);
  let share = squaring.run();
  while (share < 1) {
    onProgress(share);
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    share = squaring.run();
  }
  onProgress(1);
  return squaring.result();
}
