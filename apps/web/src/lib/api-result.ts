import { t } from '#language/t';
import type { WorkPuzzle } from '#wire/error-shell';
import type { ErrorCode } from '#wire/errors';

/** Why a call failed: the server refused it, or no valid response arrived. */
export interface ApiError {
  /**
   * `network`: no response. `aborted`: the caller cancelled, or the user did not approve or sign, which has the
   * status of the response that required it: nothing happened. `unexpected`: a response that this version cannot parse,
   * for example from a newer server or a proxy. `device-key-lost`: this browser can no longer sign for its session,
   * which was removed; nothing was sent.
   */
  code: ErrorCode | 'network' | 'aborted' | 'unexpected' | 'device-key-lost';
  /** A message for the user. */
  message: string;
  /** HTTP status; null without a response. */
  status: number | null;
  /** The operation that an idempotency key already belongs to. */
  operationId?: string;
  /** Seconds to wait before trying again. */
  retryAfter?: number;
  /** What has to be done before the same request is accepted. */
  work?: WorkPuzzle;
  /** What has to be approved before the same request is accepted, as the server sent it. */
  approval?: unknown;
}

/** The `message` when the server gave none: there was no response, or it wasn't ours (§8). */
export const NETWORK_ERROR = t('Network Error');

/** The `message` of `device-key-lost`. */
export const KEY_LOST = t('This browser lost the key of your session. Sign in again.');

/** @returns the reason given by the server; null when there is none and the caller has to provide one. */
export function reasonOf({ message }: ApiError): string | null {
  return message === NETWORK_ERROR ? null : message;
}

export type ApiResult<T> = { ok: true; data: T } | { ok: false; error: ApiError };

/** A failed call as an error, for callers such as queries that expect failures to be thrown. */
export class ApiFailure extends Error {
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.message);
    this.name = 'ApiFailure';
    this.error = error;
  }
}

/**
 * @returns the data of a successful call.
 * @throws ApiFailure when the call failed.
 */
export function dataOrThrow<T>(result: ApiResult<T>): T {
  if (result.ok) return result.data;
  throw new ApiFailure(result.error);
}
