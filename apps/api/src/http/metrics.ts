import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isPublicAddress } from '../public-address.ts';
import { sendRefusal } from './error-reply.ts';

/** The source of the figures that are read whenever the metrics are requested. */
export interface MetricsSource {
  /** Operations in progress, by status. */
  readonly countOpen: () => Promise<ReadonlyMap<string, number>>;
  /** How far the followers of the chains are, by chain id. */
  readonly followers: () => Promise<
    ReadonlyMap<
      number,
      {
        readonly last: { readonly number: bigint };
        readonly latestNumber: bigint;
        readonly lookedAt: Date;
      }
    >
  >;
  readonly clock: { now(): Date };
}

/**
 * Serves `/api/metrics` for Prometheus: the process, the event loop, requests by call and status, operations in
 * progress by status, and how far the chains were followed. Only for whoever connects from a private network.
 * @returns where other metrics of this process belong
 */
export function registerMetrics(app: FastifyInstance, source: MetricsSource): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'kax_http_request_seconds',
    help: 'Response time of a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'kax_open_operations',
    help: 'Operations that are not final, by status; none while the database does not respond.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await source.countOpen().catch(() => new Map<string, number>());
      for (const [status, count] of counts) this.set({ status }, count);
    },
  });
  registerFollowers(registry, source);
  app.addHook('onResponse', async (request, reply) => {
    // An event stream stays open for as long as its reader wants.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    const route = request.routeOptions.url ?? 'unknown';
    requests.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/api/metrics', async (request, reply) => {
    if (isFromOutside(request)) return sendRefusal(reply, { refused: 'not-found' });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}

/** A monitoring system connects directly and from a private network; what a proxy passes on is anyone's. */
function isFromOutside({ ip, headers }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return isForwarded || isPublicAddress(ip);
}

function registerFollowers(registry: Registry, { followers, clock }: MetricsSource): void {
  const readAll = () => followers().catch(() => new Map() as Awaited<ReturnType<typeof followers>>);
  new Gauge({
    name: 'kax_blocks_behind',
    help: 'Blocks of a chain that were seen but are not stored yet.',
    labelNames: ['chain'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [chain, { last, latestNumber }] of await readAll()) {
        const behind = latestNumber > last.number ? latestNumber - last.number : 0n;
        this.set({ chain: String(chain) }, Number.parseInt(behind.toString(), 10));
      }
    },
  });
  new Gauge({
    name: 'kax_follower_silent_seconds',
    help: 'Time since a chain was last checked.',
    labelNames: ['chain'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [chain, { lookedAt }] of await readAll()) {
        const silentMs = clock.now().getTime() - lookedAt.getTime();
        this.set({ chain: String(chain) }, Math.max(0, silentMs) / 1000);
      }
    },
  });
}
