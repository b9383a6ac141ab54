import type { ApiError, ApiResult } from '../lib/api-result.ts';

/**
 * A wallet that has not been open for long is searched for in the pool; on a busy server that takes a while. So does
 * comparing an account's recent payments with the network.
 */
const PREPARED_WITHIN_MS = 180_000;

/** Why a request waits. */
export type WaitingCode = 'private-not-ready' | 'reconciling';

interface RepeatOptions {
  /** False when no one waits for it any more: the last refusal stands. */
  readonly isWanted: () => boolean;
  /** Called before each wait. */
  readonly onPreparing: (code: WaitingCode) => void;
}

/**
 * Repeats a request, with the same key, while the server is still preparing the private balance or reconciling the
 * account: until then it stores nothing of it.
 * @returns the response that decides; the refusal when three minutes were not enough.
 */
export async function repeatWhilePreparing<T>(
  request: () => Promise<ApiResult<T>>,
  { isWanted, onPreparing }: RepeatOptions,
): Promise<ApiResult<T>> {
  const deadline = Date.now() + PREPARED_WITHIN_MS;
  for (;;) {
    const result = await request();
    const wait = result.ok ? null : waitFor(result.error);
    if (wait === null || !isWanted() || Date.now() >= deadline) return result;
    onPreparing(wait.code);
    await new Promise((resolve) => setTimeout(resolve, wait.seconds * 1_000));
    if (!isWanted()) return result;
  }
}

/** @returns null when the refusal is for another reason, or not worth repeating */
function waitFor({ code, retryAfter }: ApiError): { code: WaitingCode; seconds: number } | null {
  if (code !== 'private-not-ready' && code !== 'reconciling') return null;
  return retryAfter === undefined ? null : { code, seconds: retryAfter };
}
