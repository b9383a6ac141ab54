import type { FastifyInstance } from 'fastify';
import { tooMany } from '../application/too-many-requests.ts';
import type { Clock } from '../ports/clock.ts';
import { sendRefusal } from './error-reply.ts';
import { isApiRequest } from './is-api-request.ts';

/** What callers read who send too many requests, whatever they are for. */
export const TOO_MANY_REQUESTS = 'Too many requests.';
const MINUTE_MS = 60_000;

/** How many requests are served before a caller has to wait. */
export interface FloodLimits {
  readonly clock: Pick<Clock, 'now'>;
  /** Requests from one IP address. */
  readonly requestsPerMinute: number;
  /** Money requests of one user. */
  readonly moneyCallsPerMinute: number;
}

/** Counts by key within a minute. @returns 0 below the limit, else the seconds until the next minute. */
export type MinuteCounter = (key: string) => number;

/**
 * Counts in the memory of one process, without a database statement: it protects this process. Limits that protect
 * accounts are counted in the database.
 */
export function createMinuteCounter(
  clock: Pick<Clock, 'now'>,
  mostPerMinute: number,
): MinuteCounter {
  let countByKey = new Map<string, number>();
  let windowEnd = 0;
  return (key) => {
    const now = clock.now().getTime();
    if (now >= windowEnd) {
      countByKey = new Map();
      windowEnd = now + MINUTE_MS;
    }
    const count = (countByKey.get(key) ?? 0) + 1;
    countByKey.set(key, count);
    return count > mostPerMinute ? Math.ceil((windowEnd - now) / 1000) : 0;
  };
}

/** Refuses an IP address that floods the API. */
export function registerFloodGuard(app: FastifyInstance, takeRequest: MinuteCounter): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiRequest(request)) return;
    const retryAfter = takeRequest(request.ip);
    if (retryAfter > 0) return sendRefusal(reply, tooMany(retryAfter, TOO_MANY_REQUESTS));
  });
}
