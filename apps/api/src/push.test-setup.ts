import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { PushMessage } from '#sandbox/messages/push-store';
import { type RunningMessages, startMessages } from '#sandbox/messages/start-messages';
import { findFreePorts } from '#sandbox/processes/find-free-ports';
import { createPushKey, readPushSigner } from './adapters/key-vault/push-keys.ts';
import { createPostgresPushQueue } from './adapters/postgres/notifications/push-queue.ts';
import { createWebPush, type WebPushOptions } from './adapters/web-push/push-sender.ts';
import { type SendPushesPorts, sendPushes } from './jobs/send-pushes.ts';
import type { PushSigner } from './ports/push-signer.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';

/** A server, and the stand-in for the services that wake up browsers. */
export interface PushServer {
  readonly server: TestServer;
  readonly signer: PushSigner;
  /** Of the stand-in, as in `http://127.0.0.1:7606`. */
  readonly origin: string;
  /** A browser subscribes. @returns its endpoint */
  subscribe(key?: string): Promise<string>;
  /** Lets the stand-in respond with a status to what is sent there. */
  behave(endpoint: string, status: number | null, location?: string): Promise<void>;
  /** What the stand-in took, oldest first. */
  messages(endpoint?: string): Promise<readonly PushMessage[]>;
  /** What a worker sends with, changed as given. */
  sending(more?: Partial<WebPushOptions>): SendPushesPorts;
  /** A worker sends what is due. */
  send(more?: Partial<WebPushOptions>): Promise<void>;
  /** Signs the user in and turns push messages on. @returns the session's token and endpoint */
  turnOn(): Promise<{ readonly token: string; readonly endpoint: string }>;
  post(path: string, token: string, payload: object): ReturnType<typeof inject>;
  get(path: string, token: string): ReturnType<typeof inject>;
  stop(): Promise<void>;
}

function inject(server: TestServer, method: 'GET' | 'POST', [path, token, payload]: Request) {
  return server.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload !== undefined && { payload }),
  });
}

type Request = readonly [path: string, token: string, payload?: object];

export async function startPushServer(): Promise<PushServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kax-push-'));
  const port = await findFreePorts(2);
  const standIn: RunningMessages = await startMessages({
    port,
    smtpPort: port + 1,
    dataDir: folder,
  });
  await createPushKey(folder);
  const signer = await readPushSigner(folder);
  if (signer === null) throw new Error('There is no key.');
  const origin = standIn.pushOrigin;
  const hosts = { names: ['push.example'], origins: [origin] };
  const server = await createTestServer({ push: { publicKey: signer.publicKey, hosts } });
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${origin}${path}`, init);
    if (!response.ok) throw new Error(`The stand-in responded ${response.status}.`);
    return response.json();
  };
  const subscribed = z.object({ endpoint: z.string() });
  const sending: PushServer['sending'] = (more = {}) => ({
    pushes: createPostgresPushQueue(server.database, server.sharedSeals),
    pushSender: createWebPush({
      ...{ signer, hosts, subject: 'mailto:operator@kax.test', timeoutMs: 5_000 },
      clock: { now: server.now },
      ...more,
    }),
    clock: { now: server.now, sleep: async () => {} },
    report: ({ cause }) => {
      throw cause;
    },
  });
  const push: PushServer = {
    ...{ server, signer, origin, sending },
    async subscribe(key = signer.publicKey) {
      return subscribed.parse(await post('/push/subscriptions', { applicationServerKey: key }))
        .endpoint;
    },
    async behave(endpoint, status, location) {
      const path = endpoint.slice(origin.length).replace('/push/', '/push/subscriptions/');
      await post(path, { status, ...(location !== undefined && { location }) });
    },
    async messages(endpoint) {
      const query = endpoint === undefined ? '' : `?endpoint=${encodeURIComponent(endpoint)}`;
      const response = await fetch(`${origin}/push/messages${query}`);
      return ((await response.json()) as { messages: readonly PushMessage[] }).messages;
    },
    send: (more) => sendPushes(sending(more)),
    async turnOn() {
      const { access_token: token } = await server.signIn();
      const endpoint = await push.subscribe();
      const response = await push.post('/auth/push', token, { endpoint });
      if (response.statusCode !== 200) throw new Error(response.body);
      await server.database.pool.query('truncate outbox');
      return { token, endpoint };
    },
    post: (...request) => inject(server, 'POST', request),
    get: (...request) => inject(server, 'GET', request),
    async stop() {
      await server.stop();
      await standIn.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return push;
}

/** Something new for every user, as what stores events marks it. */
export async function markAll({ server }: PushServer): Promise<void> {
  await server.database.pool.query(
    'update push_subscriptions set pending_since = coalesce(pending_since, $1), marks = marks + 1',
    [server.now()],
  );
}
