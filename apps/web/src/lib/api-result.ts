import type { ErrorCode } from '#wire/errors';

/** Why a call brought nothing: the server's refusal, or what went wrong on the way. */
export interface ApiError {
  /**
   * `network`: no response came. `aborted`: the caller gave up. `unexpected`: a response that this
   * page does not understand, as from a newer server or from something in between.
   */
  code: ErrorCode | 'network' | 'aborted' | 'unexpected';
  /** A sentence for a user. */
  message: string;
  /** HTTP status; null when no response came. */
  status: number | null;
  /** The operation that an idempotency key already belongs to. */
  operationId?: string;
  /** Seconds to wait before trying again. */
  retryAfter?: number;
}

/** What is in `message` where no one said a sentence: no response came, or not one of ours (§8). */
export const NETWORK_ERROR = 'Network Error';

/** @returns the sentence that the server gave as its reason; null when there is none, and the caller says it. */
export function reasonOf({ message }: ApiError): string | null {
  return message === NETWORK_ERROR ? null : message;
}

export type ApiResult<T> = { ok: true; data: T } | { ok: false; error: ApiError };

/** A refused call as an error to throw, where a caller knows failures by throwing, as queries do. */
export class ApiFailure extends Error {
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.message);
    this.name = 'ApiFailure';
    this.error = error;
  }
}

/**
 * @returns what the call brought.
 * @throws ApiFailure when it was refused.
 */
export function dataOrThrow<T>(result: ApiResult<T>): T {
  if (result.ok) return result.data;
  throw new ApiFailure(result.error);
}
