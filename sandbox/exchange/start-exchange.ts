import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Deployment } from '../chain/deployment.ts';
import { requireFreePort } from '../processes/free-port.ts';
import { serveCreate } from './create-transaction.ts';
import { ERROR_CODES, type Exchange, type Reply, refusal, reply } from './exchange.ts';
import { openExchangeChain } from './exchange-chains.ts';
import { openRequestStore } from './request-store.ts';
import { serveMeta } from './serve-meta.ts';
import { serveBest, serveBests, serveConfirm } from './serve-routing.ts';
import { serveApproval, serveStatus } from './serve-transactions.ts';
import { serveTokenBalance, serveTokenBalances, serveWalletDetails } from './serve-wallets.ts';
import { startSolver } from './solver.ts';

export interface ExchangeOptions {
  readonly port: number;
  readonly apiKey: string;
  /** Where confirmed requests are stored. */
  readonly folder: string;
  readonly chains: readonly { readonly deployment: Deployment; readonly rpcUrl: string }[];
}

export interface RunningExchange {
  /** Base of Rango's protocol. */
  readonly url: string;
  stop(): Promise<void>;
}

const MOST_BYTES = 256 * 1024;

/**
 * Starts an exchange that implements the protocol of Rango's Main API, trades in the local chains' pools, and
 * delivers over its own bridge.
 * Rejects with `PortInUse`.
 */
export async function startExchange(options: ExchangeOptions): Promise<RunningExchange> {
  await requireFreePort(options.port, 'the exchange');
  const chains = new Map(
    options.chains.map(({ deployment, rpcUrl }) => {
      const chain = openExchangeChain(deployment, rpcUrl);
      return [chain.blockchain, chain];
    }),
  );
  const requests = await openRequestStore(join(options.folder, 'requests'), chains);
  const exchange = { chains, requests };
  const solver = startSolver([...chains.values()]);
  const server = createServer((request, response) => {
    void body(exchange, options.apiKey, request).then(
      (given) => send(response, given),
      (error) => send(response, refusal(1101, `Internal error: ${String(error)}`, 500)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () => resolve());
  });
  return {
    url: `http://127.0.0.1:${options.port}`,
    stop: async () => {
      await solver.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function body(exchange: Exchange, apiKey: string, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.searchParams.get('apiKey') !== apiKey) {
    return refusal(ERROR_CODES.badRequest, 'The API key is not valid', 401);
  }
  if (request.method === 'GET') return serveGet(exchange, url);
  const body = await readJson(request);
  if (body === null) return refusal(ERROR_CODES.badRequest, 'The body is not valid');
  switch (`${request.method} ${url.pathname}`) {
    case 'POST /routing/best':
      return serveBest(exchange, body);
    case 'POST /routing/bests':
      return serveBests(exchange, body);
    case 'POST /routing/confirm':
      return serveConfirm(exchange, body);
    case 'POST /tx/create':
      return serveCreate(exchange, body);
    case 'POST /tx/check-status':
      return serveStatus(exchange, body);
    case 'POST /tx/report-tx':
      return reply({});
    case 'POST /wallets/multiple-token-balance':
      return serveTokenBalances(exchange, body);
    default:
      return refusal(ERROR_CODES.badRequest, 'Not found', 404);
  }
}

async function serveGet(exchange: Exchange, url: URL): Promise<Reply> {
  const approvalOf = /^\/tx\/([0-9a-f-]{36})\/check-approval$/.exec(url.pathname)?.[1];
  if (approvalOf) return serveApproval(exchange, approvalOf, url.searchParams.get('txId'));
  if (url.pathname === '/wallets/details') return serveWalletDetails(exchange, url.searchParams);
  if (url.pathname === '/wallets/token-balance')
    return serveTokenBalance(exchange, url.searchParams);
  return (await serveMeta(exchange, url)) ?? refusal(ERROR_CODES.badRequest, 'Not found', 404);
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
