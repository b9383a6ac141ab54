import type { Operation } from '#domain/operation/operation';
import type { Operations } from '../ports/operations.ts';

/** What a user requested, and the key under which every repeat of it is recognized. */
export interface OperationRequest {
  readonly userId: string;
  readonly idempotencyKey: string;
  /** The request in one canonical line. */
  readonly fingerprint: string;
  /** The plan whose signatures it brings, which no other request under its key does; left out where it brings none. */
  readonly signsPlan?: string | undefined;
}

/** What a request gets whose key was used before. */
export type Replay =
  | { readonly kind: 'exists'; readonly operation: Operation }
  /** The key belongs to another request. */
  | { readonly kind: 'key-reused'; readonly operationId: string };

/** Makes an operation unless its request was carried out before. */
export type RequestOnce<Made> = (
  request: OperationRequest,
  make: () => Promise<Made>,
) => Promise<Made | Replay>;

/**
 * One key of a user is one operation, permanently: a repeat gets what is stored, another request under the same key
 * gets `key-reused`. An outcome of `make` that has an operation is stored; any other has stored nothing.
 */
export function createRequestOnce<
  Made extends { readonly kind: string; readonly operation?: Operation },
>(operations: Pick<Operations, 'findByKey'>): RequestOnce<Made> {
  type Outcome = Promise<Made | Replay>;
  interface Running extends Pick<OperationRequest, 'fingerprint' | 'signsPlan'> {
    readonly outcome: Outcome;
  }
  const inProgress = new Map<string, Running>();

  async function replay(request: OperationRequest): Promise<Replay | null> {
    const stored = await operations.findByKey(request.userId, request.idempotencyKey);
    return stored === null ? null : replayOf(stored, request);
  }

  async function makeOnce(request: OperationRequest, make: () => Promise<Made>): Outcome {
    const earlier = await replay(request);
    if (earlier !== null) return earlier;
    try {
      const made = await make();
      if (made.operation !== undefined) return made;
      // Funds may be insufficient because another process has just carried out this very request.
      return (await replay(request)) ?? made;
    } catch (cause) {
      // The operation may be stored although the database's response was lost.
      const replayed = await replay(request);
      if (replayed === null) throw cause;
      return replayed;
    }
  }

  return async (request, make) => {
    const requestId = `${request.userId} ${request.idempotencyKey}`;
    // Repeats that arrive while the first is running share its outcome: a refusal that one of them got is true for
    // all. That they are one operation is the store's promise, not this map's.
    const { fingerprint, signsPlan } = request;
    const first = inProgress.get(requestId);
    if (first?.fingerprint === fingerprint && first.signsPlan === signsPlan) return first.outcome;
    if (first !== undefined) await first.outcome.catch(() => undefined);
    const outcome = makeOnce(request, make);
    inProgress.set(requestId, { fingerprint, signsPlan, outcome });
    try {
      return await outcome;
    } finally {
      if (inProgress.get(requestId)?.outcome === outcome) inProgress.delete(requestId);
    }
  };
}

/** @returns what is stored under the key of a request, or that it is another request's */
export function replayOf(
  stored: { readonly operation: Operation; readonly fingerprint: string },
  { fingerprint }: Pick<OperationRequest, 'fingerprint'>,
): Replay {
  const { operation } = stored;
  return stored.fingerprint === fingerprint
    ? { kind: 'exists', operation }
    : { kind: 'key-reused', operationId: operation.id };
}
