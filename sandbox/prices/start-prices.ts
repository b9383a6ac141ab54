import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { requireFreePort } from '../processes/free-port.ts';
import { type Answer, answerPrices } from './answer-prices.ts';
import { type Listing, listTokens, type PricedNetwork } from './listings.ts';

export interface RunningPrices {
  /** Base of CoinGecko's protocol, up to and with `/api/v3`. */
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** A key that callers have to show in a header, as the real service's. */
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
    void answer(listings, options.key, request).then(
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

async function answer(
  listings: readonly Listing[],
  key: PriceKey | undefined,
  request: IncomingMessage,
): Promise<Answer> {
  if (key && request.headers[key.header.toLowerCase()] !== key.value) return keyRefused;
  if (request.method !== 'GET') return { status: 404, body: { error: 'Not found' } };
  return answerPrices(listings, new URL(request.url ?? '/', 'http://127.0.0.1'));
}

const keyRefused: Answer = {
  status: 401,
  body: { status: { error_code: 10002, error_message: 'API Key Missing' } },
};

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
