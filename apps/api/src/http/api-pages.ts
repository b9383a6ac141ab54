import type { FastifyInstance } from 'fastify';
import type { AnyContract } from '#wire/contract';
import { apiPage } from './api-page.ts';
import { openApiDocument } from './open-api.ts';

/** Serves the description of the API for programs (`/openapi.json`) and for human readers (`/docs`). */
export function registerApiPages(app: FastifyInstance, contracts: readonly AnyContract[]): void {
  const document = openApiDocument(contracts);
  app.get('/openapi.json', async () => document);
  app.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(apiPage(contracts)),
  );
}
