import { mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import type { Hex } from 'viem';
import type { CallNode } from '../chain/json-rpc.ts';
import { requireFreePort } from '../processes/free-port.ts';
import { advanceOrders, type RampPace } from './advance-orders.ts';
import type { RampOrder } from './order.ts';
import { openOrderStore } from './order-store.ts';
import { openPartner, type RampCredentials } from './partner.ts';
import { openPayoutAccount } from './payout-account.ts';
import type { RampRequest, RampResponse } from './ramp-request.ts';
import { servePartner } from './serve-partner.ts';
import { serveWidget } from './serve-widget.ts';
import { createWebhooks } from './webhooks.ts';
import { createWidgetSessions } from './widget-sessions.ts';

export interface RunningRamp {
  /** Origin of the API and of the pages, as in `http://127.0.0.1:7604`. */
  readonly url: string;
  readonly credentials: RampCredentials;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 500;
const MOST_BYTES = 64 * 1024;
const USUAL_PACE: RampPace = { expiresAfterMs: 30 * 60_000, bankMs: 1_000 };

/**
 * Starts a service that sells and buys USDC, in Transak's protocol: server API, page for a frame, and
 * webhooks to `webhookUrl`. It pays and is paid on a local chain. Rejects with `PortInUse`.
 */
export async function startRamp(options: {
  readonly port: number;
  readonly dataDir: string;
  readonly webhookUrl: string;
  readonly chain: { readonly call: CallNode; readonly chainId: number; readonly usdc: Hex };
  readonly pace?: RampPace;
}): Promise<RunningRamp> {
  await requireFreePort(options.port, 'the ramp');
  const home = join(resolve(options.dataDir), 'sandbox');
  await mkdir(home, { recursive: true });
  const orders = await openOrderStore(join(home, 'ramp-orders.json'));
  const partner = await openPartner(resolve(options.dataDir), join(home, 'ramp-token'));
  const payoutAccount = await openPayoutAccount(options.chain);
  const now = () => Date.now();
  const sessions = createWidgetSessions(now);
  const webhooks = createWebhooks(options.webhookUrl, partner);
  const url = `http://127.0.0.1:${options.port}`;
  const change = async (order: RampOrder, to: Partial<RampOrder>) => {
    const isNewStatus = to.status !== undefined;
    const changedAt = isNewStatus ? new Date(now()).toISOString() : order.changedAt;
    const next = { ...order, ...to, changedAt };
    await orders.save(next);
    if (isNewStatus) webhooks.send(next);
    return next;
  };
  const loop = startLoop(() =>
    advanceOrders({ payoutAccount, pace: options.pace ?? USUAL_PACE, now, change }, orders.list()),
  );
  const server = createServer((request, response) => {
    void readRequest(request)
      .then(async (parsed) => {
        if (parsed === null) return { status: 400, body: { message: 'Not a request' } };
        const partnerResponse = await servePartner(
          { partner, sessions, orders, widgetUrl: url },
          parsed,
        );
        if (partnerResponse !== null) return partnerResponse;
        const ports = { sessions, orders, payoutAccount, now, change };
        return (
          (await serveWidget(ports, parsed)) ?? { status: 404, body: { message: 'Not found' } }
        );
      })
      .catch(() => ({ status: 500, body: { message: 'Something went wrong' } }))
      .then((reply) => send(response, reply));
  });
  await new Promise<void>((done, refuse) => {
    server.once('error', refuse);
    server.listen(options.port, '127.0.0.1', () => done());
  });
  return {
    url,
    credentials: partner.credentials,
    stop: async () => {
      await loop.stop();
      await webhooks.stop();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** Runs one after another; a failed run, for example when the chain is away, does not block the next. */
function startLoop(run: () => Promise<void>): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const plan = () => {
    timer = setTimeout(() => {
      running = run()
        .catch(() => undefined)
        .then(() => {
          if (!isStopped) plan();
        });
    }, LOOK_EVERY_MS);
  };
  plan();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<RampRequest | null> {
  const url = URL.parse(`http://127.0.0.1${request.url}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks).toString('utf8');
  return url && { method: request.method ?? 'GET', url, headers: request.headers, body };
}

function send(response: ServerResponse, { status, body, type, headers }: RampResponse): void {
  const isText = typeof body === 'string';
  response.writeHead(status, {
    'content-type': `${isText ? (type ?? 'text/plain') : 'application/json'}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body));
}
