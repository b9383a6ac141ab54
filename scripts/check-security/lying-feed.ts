import { once } from 'node:events';
import { createServer } from 'node:http';

/** A price feed with CoinGecko's protocol that has one price for everything. */
export interface LyingFeed {
  readonly url: string;
  stop(): Promise<void>;
}

/** What the feed says of every coin. */
export interface Lie {
  readonly usd: number;
  /** How many seconds its time is in the future. */
  readonly futureS: number;
}

/** @returns the feed, on a free port */
export async function startLyingFeed({ usd, futureS }: Lie): Promise<LyingFeed> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const names = url.searchParams.get('ids') ?? url.searchParams.get('contract_addresses') ?? '';
    const last_updated_at = Math.ceil(Date.now() / 1_000) + futureS;
    const price = { usd, usd_24h_change: 0, last_updated_at };
    const prices = Object.fromEntries(names.split(',').map((name) => [name, price]));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(prices));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The feed has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
