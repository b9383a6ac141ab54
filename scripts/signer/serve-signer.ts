import { createServer, type Server } from 'node:http';
import type { SignerRelease } from './build-signer.ts';
import { signerHeaders } from './signer-headers.ts';

const TYPES: readonly (readonly [suffix: string, type: string])[] = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['/', 'text/html; charset=utf-8'],
];

/** A release that is served until it is closed. */
export interface ServedSigner {
  /** As in `http://sign.localhost:7609`. */
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves a release from memory on the loopback interface: what the host of the signer does in production, with the
 * same headers. Browsers resolve `sign.localhost` to this computer, as a host of its own.
 * @param port 0 for any that is free
 */
export async function serveSigner(
  { files, hash }: SignerRelease,
  { port, appOrigins }: { readonly port: number; readonly appOrigins: readonly string[] },
): Promise<ServedSigner> {
  const headers = signerHeaders(appOrigins);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://sign.localhost');
    const content = files.get(pathname);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const status = content === undefined ? 404 : isRead ? 200 : 405;
    const type = TYPES.find(([suffix]) => pathname.endsWith(suffix))?.[1] ?? 'text/plain';
    response.writeHead(status, { ...headers, 'content-type': type, etag: `"${hash}"` });
    response.end(status === 200 && request.method === 'GET' ? content : '');
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  return {
    origin: `http://sign.localhost:${portOf(server)}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The signer has no port.');
  return address.port;
}
