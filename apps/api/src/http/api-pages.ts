import type { FastifyInstance } from 'fastify';
import type { AnyContract } from '#wire/contract';
import { apiPage } from './api-page.ts';
import { openApiDocument } from './open-api.ts';

/**
 * Serves the description of the API for programs (`/openapi.json`) and for human readers (`/docs`). The former is made
 * when it is first requested: making it would delay the start.
 */
export function registerApiPages(app: FastifyInstance, contracts: readonly AnyContract[]): void {
  let document: ReturnType<typeof openApiDocument> | undefined;
  app.get('/openapi.json', async () => {
    document ??= openApiDocument(contracts);
    return document;
  });
  app.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(apiPage(contracts)),
  );
}
