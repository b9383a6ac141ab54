import type { FastifyInstance } from 'fastify';
import type { Clock } from '../ports/clock.ts';
import { sendRefusal } from './error-reply.ts';

export interface FloodGuardConfig {
  readonly clock: Pick<Clock, 'now'>;
  /** Requests a minute from one address to the API. */
  readonly mostPerMinute: number;
}

const MINUTE_MS = 60_000;

/**
 * Refuses an address that floods one process. It only protects this process, so its counters are in memory and
 * cost no statement; what protects accounts is counted in the database.
 */
export function registerFloodGuard(
  app: FastifyInstance,
  { clock, mostPerMinute }: FloodGuardConfig,
): void {
  let countByIp = new Map<string, number>();
  let windowEnd = 0;
  app.addHook('onRequest', async (request, reply) => {
    const now = clock.now().getTime();
    if (now >= windowEnd) {
      countByIp = new Map();
      windowEnd = now + MINUTE_MS;
    }
    const count = (countByIp.get(request.ip) ?? 0) + 1;
    countByIp.set(request.ip, count);
    if (count > mostPerMinute && request.url.startsWith('/api/')) {
      const retryAfter = Math.ceil((windowEnd - now) / 1000);
      return sendRefusal(reply, { refused: 'too-many-requests', retryAfter });
    }
  });
}
