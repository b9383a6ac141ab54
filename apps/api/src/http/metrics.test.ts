import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { registerMetrics } from './metrics.ts';

function request(remoteAddress: string, headers: Readonly<Record<string, string>> = {}) {
  const app = fastify();
  const clock = { now: () => new Date() };
  registerMetrics(app, {
    countOpen: async () => new Map(),
    followers: async () => new Map(),
    clock,
  });
  return app.inject({ method: 'GET', url: '/api/metrics', remoteAddress, headers });
}

it.each(['127.0.0.1', '10.1.2.3', '::1', 'fd00::5'])(
  'shows metrics to a private network: %s',
  async (address) => {
    const response = await request(address);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('kax_open_operations');
  },
);

it.each<[string, string, Record<string, string>]>([
  ['from a public address', '93.184.215.14', {}],
  ['from a public address of IPv6', '2606:4700:4700::1111', {}],
  ['that a proxy passed on', '127.0.0.1', { 'x-forwarded-for': '93.184.215.14' }],
  ['that a proxy passed on by the standard header', '127.0.0.1', { forwarded: 'for=10.0.0.1' }],
])('shows no metrics to a request %s', async (_name, address, headers) => {
  const response = await request(address, headers);
  expect(response.statusCode).toBe(404);
  expect(response.json().code).toBe('not-found');
  expect(response.body).not.toContain('kax_');
});
