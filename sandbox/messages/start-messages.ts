import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { requireFreePort } from '../processes/free-port.ts';
import { type MessageStore, openMessageStore } from './message-store.ts';
import { createPushStore, type PushStore } from './push-store.ts';
import { notFound, type Reply } from './serve.ts';
import { serveMailpit } from './serve-mailpit.ts';
import { servePage } from './serve-page.ts';
import { isPushPath, servePush } from './serve-push.ts';
import {
  isTwilioPath,
  sandboxTwilioAccount,
  serveTwilio,
  type TwilioAccount,
} from './serve-twilio.ts';
import { startSmtp } from './start-smtp.ts';

export interface RunningMessages {
  /** Page, Mailpit's API and Twilio's, as in `http://127.0.0.1:7606`. */
  readonly url: string;
  /** Of the service of push messages: endpoints are below it. */
  readonly pushOrigin: string;
  /** As in `smtp://127.0.0.1:7607`. */
  readonly smtpUrl: string;
  readonly twilio: TwilioAccount;
  stop(): Promise<void>;
}

const MOST_BYTES = 64 * 1024;

/**
 * Starts a mail server, a text message service and a service of push messages that store everything, and a page on which a user reads it.
 * Rejects with `PortInUse`.
 */
export async function startMessages(options: {
  readonly port: number;
  readonly smtpPort: number;
  readonly dataDir: string;
}): Promise<RunningMessages> {
  await requireFreePort(options.port, 'the messages');
  await requireFreePort(options.smtpPort, 'the mail server');
  const store = await openMessageStore(join(options.dataDir, 'sandbox', 'messages.jsonl'));
  const twilio = sandboxTwilioAccount(options.dataDir);
  const given = {
    store,
    twilio,
    pushes: createPushStore(),
    origin: `http://127.0.0.1:${options.port}`,
  };
  const smtp = await startSmtp(options.smtpPort, store);
  const server = createServer((request, response) => {
    void reply(given, request).then(
      (found) => send(response, found),
      () => send(response, { status: 500, body: { Error: 'Something went wrong' } }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () => resolve());
  });
  return {
    url: given.origin,
    pushOrigin: given.origin,
    smtpUrl: `smtp://127.0.0.1:${options.smtpPort}`,
    twilio,
    stop: async () => {
      await smtp.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Given {
  readonly store: MessageStore;
  readonly twilio: TwilioAccount;
  readonly pushes: PushStore;
  /** As programs of this machine reach it. */
  readonly origin: string;
}

async function reply(
  { store, twilio, pushes, origin }: Given,
  request: IncomingMessage,
): Promise<Reply> {
  const method = request.method ?? 'GET';
  // Another site must not read codes through a host name that resolves to this machine.
  if (!isLocal(request.headers.host)) return { status: 403, body: { Error: 'Not this host' } };
  const url = URL.parse(`http://127.0.0.1${request.url}`);
  if (url === null) return notFound;
  const body = await readBody(request);
  if (body === null) return { status: 413, body: { Error: 'Too large' } };
  if (isTwilioPath(url.pathname)) {
    const { authorization } = request.headers;
    return serveTwilio(store, twilio, { method, path: url.pathname, authorization, body });
  }
  if (isPushPath(url.pathname)) {
    const { headers } = request;
    return servePush(pushes, { method, url, headers, body, origin });
  }
  if (url.pathname.startsWith('/api/v1/')) return serveMailpit(store, { method, url, body });
  return method === 'GET' ? servePage(store, url.pathname) : notFound;
}

function isLocal(host: string | undefined): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host ?? '');
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The refusal is sent on the connection on which the rest would arrive.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, body, type, headers }: Reply): void {
  const isText = typeof body === 'string';
  response.writeHead(status, {
    'content-type': `${isText ? (type ?? 'text/plain') : 'application/json'}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body));
}
