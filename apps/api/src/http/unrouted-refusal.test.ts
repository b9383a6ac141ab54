import { connect } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unroutedRefusals } from './unrouted-refusal.ts';

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  const security = {
    allowedOrigins: [],
    qrOrigin: null,
    rampOrigin: null,
    signerOrigin: null,
    isHttps: false,
  };
  app = fastify({ ...unroutedRefusals(security), routerOptions: { maxParamLength: 20 } });
  app.get('/things/:id', async () => ({}));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

it.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['an unknown method', 'FOO /things/1 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  [
    'two lengths',
    'POST /things/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'headers without end',
    `GET /things/1 HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  ['an address that cannot be decoded', getOf('/things/%zz'), 400],
  ['a parameter that is too long', getOf(`/things/${'a'.repeat(21)}`), 400],
])(
  'responds to %s with the body and the headers of every refusal',
  async (_name, request, status) => {
    const { head, body } = await call(request);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain("content-security-policy: default-src 'none'");
    expect(head).toContain('cache-control: no-store');
    expect(JSON.parse(body)).toEqual({ error: expect.any(String), code: 'bad-request' });
  },
);

it('has no TRACE, and sends nothing of its headers back', async () => {
  const { head, body } = await call(
    'TRACE /things/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer canary\r\nConnection: close\r\n\r\n',
  );
  expect(head).toMatch(/^HTTP\/1.1 404 /);
  expect(head + body).not.toContain('canary');
});

function getOf(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
}

function call(request: string): Promise<{ head: string; body: string }> {
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (bytes) => {
      response += bytes;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = response.split('\r\n\r\n');
      resolve({ head, body });
    });
  });
}
