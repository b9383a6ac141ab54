import type { ApiError, ApiResult } from '../lib/api-result.ts';

/** A wallet that has not been open for long is searched for in the pool; on a busy server that takes a while. */
const PREPARED_WITHIN_MS = 180_000;

interface RepeatOptions {
  /** False when no one waits for it any more: the last refusal stands. */
  readonly isWanted: () => boolean;
  /** Called before each wait. */
  readonly onPreparing: () => void;
}

/**
 * Repeats a request, with the same key, while the server is still preparing the private balance: until then it stores
 * nothing of it.
 * @returns the response that decides; the refusal when three minutes were not enough.
 */
export async function repeatWhilePreparing<T>(
  request: () => Promise<ApiResult<T>>,
  { isWanted, onPreparing }: RepeatOptions,
): Promise<ApiResult<T>> {
  const deadline = Date.now() + PREPARED_WITHIN_MS;
  for (;;) {
    const result = await request();
    const seconds = result.ok ? null : secondsToWait(result.error);
    if (seconds === null || !isWanted() || Date.now() >= deadline) return result;
    onPreparing();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    if (!isWanted()) return result;
  }
}

/** @returns null when the refusal is for another reason */
function secondsToWait({ code, retryAfter }: ApiError): number | null {
  return code === 'private-not-ready' ? (retryAfter ?? null) : null;
}
