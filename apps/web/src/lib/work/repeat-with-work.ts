import type { ApiResult } from '../api-result.ts';
import { solveWork } from './solve-work.ts';

/** Others may raise what is asked meanwhile; whoever keeps up gets through. */
const MOST_PUZZLES = 3;

interface RepeatOptions {
  /** Is told how much of the work is done, 0 to 1. */
  readonly onWork: ((share: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Does the work that a refusal asks for and repeats the call.
 * @param send makes the call with the solution
 * @returns the last result; rejects with the signal's reason when it is aborted
 */
export async function repeatWithWork<T>(
  refusal: ApiResult<T>,
  { onWork = () => {}, signal }: RepeatOptions,
  send: (work: string) => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  let result = refusal;
  for (let solved = 0; solved < MOST_PUZZLES; solved += 1) {
    if (result.ok || result.error.work === undefined) return result;
    result = await send(await solveWork(result.error.work, { onProgress: onWork, signal }));
  }
  return result;
}
