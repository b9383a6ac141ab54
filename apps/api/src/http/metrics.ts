import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Counts operations under way, by status. */
export type CountOpenOperations = () => Promise<ReadonlyMap<string, number>>;

/**
 * Serves `/api/metrics` for Prometheus: the process, the event loop, requests by call and status, and operations
 * under way by status.
 */
export function registerMetrics(app: FastifyInstance, countOpen: CountOpenOperations): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'kax_http_request_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'kax_open_operations',
    help: 'Operations that are not final, by status; none while the database does not answer.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await countOpen().catch(() => new Map<string, number>());
      for (const [status, count] of counts) this.set({ status }, count);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/api/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
