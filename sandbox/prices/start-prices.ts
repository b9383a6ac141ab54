import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { requireFreePort } from '../processes/free-port.ts';
import { type Listing, listTokens, type PricedNetwork } from './listings.ts';
import { type Reply, servePrices } from './serve-prices.ts';

export interface RunningPrices {
  /** Base of CoinGecko's protocol, up to and with `/api/v3`. */
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** A key that callers must send in a header, as for the real service. */
export interface PriceKey {
  readonly header: string;
  readonly value: string;
}

/**
 * Starts a price feed that speaks CoinGecko's protocol and knows the prices of the local pools.
 * Rejects with `PortInUse`.
 */
export async function startPrices(options: {
  readonly port: number;
  readonly networks: readonly PricedNetwork[];
  readonly key?: PriceKey;
}): Promise<RunningPrices> {
  await requireFreePort(options.port, 'the price feed');
  const listings = listTokens(options.networks);
  const server = createServer((request, response) => {
    void reply(listings, options.key, request).then(
      (given) => send(response, given),
      (error) => send(response, { status: 503, body: { error: String(error) } }),
    );
  });
  await listen(server, options.port);
  return {
    baseUrl: `http://127.0.0.1:${options.port}/api/v3`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function reply(
  listings: readonly Listing[],
  key: PriceKey | undefined,
  request: IncomingMessage,
): Promise<Reply> {
  if (key && request.headers[key.header.toLowerCase()] !== key.value) return keyRefused;
  if (request.method !== 'GET') return { status: 404, body: { error: 'Not found' } };
  return servePrices(listings, new URL(request.url ?? '/', 'http://127.0.0.1'));
}

const keyRefused: Reply = {
  status: 401,
  body: { status: { error_code: 10002, error_message: 'API Key Missing' } },
};

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
