import type { FastifyInstance, FastifyReply } from 'fastify';
import { refusalOf } from './error-reply.ts';

/** Not authenticated, not allowed, not there, malformed, too often: what probing gets, and users of our pages rarely do. */
const STATUSES_WITH_ADDRESS: ReadonlySet<number> = new Set([401, 403, 404, 413, 415, 422, 429]);

/**
 * Logs one line per request: its route and outcome, why it was refused, and for what may be an attack the address it
 * came from, which connects its attempts. Never its content.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const refused = refusalOf(reply);
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(refused === undefined ? {} : { refused }),
        ...(mayProbe(reply) ? { ip: request.ip } : {}),
      },
      'request',
    );
  });
}

function mayProbe(reply: FastifyReply): boolean {
  return STATUSES_WITH_ADDRESS.has(reply.statusCode) || refusalOf(reply) === 'bad-request';
}
