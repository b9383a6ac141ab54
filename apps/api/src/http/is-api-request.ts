import type { FastifyRequest } from 'fastify';

/**
 * @returns true when a request is for the API, by the call that it reached or else by its URL. The URL alone is not
 * enough: `/%61pi/auth/login` and `http://host/api/auth/login` reach the same call.
 */
export function isApiRequest(request: FastifyRequest): boolean {
  const route = request.routeOptions.url;
  return route?.startsWith('/api/') === true || request.url.startsWith('/api/');
}
