import { connect } from 'node:net';
import { fastify } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { createMinuteCounter, registerFloodGuard } from './flood-guard.ts';
import { registerSecurity, securityHeaders } from './security-headers.ts';

const config = {
  allowedOrigins: ['https://partner.example'],
  qrOrigin: 'https://qr.example',
  rampOrigin: 'https://ramp.example',
  signerOrigin: 'https://sign.wallet.example',
  isHttps: true,
};
let app = createServer(100);

function createServer(requestsPerMinute: number) {
  const server = fastify();
  registerSecurity(server, config);
  registerFloodGuard(server, createMinuteCounter({ now: () => new Date(0) }, requestsPerMinute));
  server.get('/api/call', async () => ({}));
  return server;
}

afterEach(async () => {
  await app.close();
  app = createServer(100);
});

it.each(['/api/call', '/%61pi/call', '/%61%70%69/call'])(
  'refuses a foreign page however the address is written: %s',
  async (url) => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      const response = await app.inject({ method: 'GET', url, headers: { origin } });
      expect(response.statusCode).toBe(403);
      expect(response.json().code).toBe('origin-not-allowed');
      expect(response.headers['cache-control']).toBe('no-store');
    }
  },
);

it('refuses a foreign page that writes the whole address', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const response = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        'GET http://a/api/call HTTP/1.1\r\nHost: a\r\nOrigin: https://evil.example\r\nConnection: close\r\n\r\n',
      ),
    );
    socket.on('data', (bytes) => resolve(String(bytes)));
    socket.on('error', reject);
  });
  expect(response).toMatch(/^HTTP\/1\.1 403 /);
});

it('accepts calls from the pages that are configured', async () => {
  const headers = { origin: 'https://partner.example' };
  expect((await app.inject({ method: 'GET', url: '/api/call', headers })).statusCode).toBe(200);
});

it('frames only the payment partner, with camera, microphone and payment, and the page with keys, with passkeys; our own pages have the camera and passkeys', async () => {
  const { headers } = await app.inject({ method: 'GET', url: '/api/call' });
  expect(headers['content-security-policy']).toContain(
    '; frame-src https://ramp.example https://sign.wallet.example;',
  );
  expect(headers['permissions-policy']).toBe(
    'camera=(self "https://ramp.example"), microphone=(self "https://ramp.example"), geolocation=(), payment=(self "https://ramp.example"), publickey-credentials-get=(self "https://sign.wallet.example"), publickey-credentials-create=(self "https://sign.wallet.example")',
  );
  const without = securityHeaders({ ...config, rampOrigin: null, signerOrigin: null });
  expect(without['content-security-policy']).not.toContain('frame-src');
  expect(without['permissions-policy']).toBe(
    'camera=(self), microphone=(), geolocation=(), payment=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  );
});

it('counts a flood however the address is written', async () => {
  app = createServer(1);
  await app.inject({ method: 'GET', url: '/api/call' });
  expect((await app.inject({ method: 'GET', url: '/%61pi/call' })).statusCode).toBe(429);
});

it('requires TLS for a year behind TLS, and allows pictures of the configured QR service', async () => {
  const { headers } = await app.inject({ method: 'GET', url: '/api/call' });
  expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
  expect(headers['content-security-policy']).toContain("img-src 'self' data: https://qr.example;");
});

it('lets pages make the addresses of two scripts and nothing else that the browser would run', () => {
  const policy = securityHeaders(config)['content-security-policy']?.split('; ');
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain('trusted-types kax-worker kax-service-worker');
});
