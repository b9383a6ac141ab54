import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPublicClient } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createGet } from './adapters/coingecko/get.ts';
import { createRpcNode } from './adapters/evm/rpc-node.ts';
import { connectToNodes } from './adapters/railgun/engine/connect-to-nodes.ts';
import { createRangoClient } from './adapters/rango/rango-client.ts';
import { createSendRequest } from './adapters/transak/request.ts';
import { createTwilioSmsSender } from './adapters/twilio/sms-sender.ts';

const timeoutMs = 5_000;
let inside: Server;
let outside: Server;
let requests: { outside: number; inside: number };
let url: string;

beforeAll(async () => {
  inside = createServer((_request, response) => {
    requests.inside += 1;
    response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
  });
  const target = await listen(inside);
  outside = createServer((_request, response) => {
    requests.outside += 1;
    response.writeHead(307, { location: `${target}/latest/meta-data` }).end();
  });
  url = await listen(outside);
});
afterAll(() => {
  for (const server of [inside, outside]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  requests = { outside: 0, inside: 0 };
});

/** One request of each client that sends any. */
const clients: Readonly<Record<string, () => Promise<unknown>>> = {
  node: () => createRpcNode({ url, timeoutMs, post: fetch }).call('eth_chainId', []),
  'node of the private pool': () =>
    createPublicClient({ transport: connectToNodes([url], { retryCount: 0 }) }).getChainId(),
  'price feed': () =>
    createGet({ baseUrl: url, apiKey: 'secret', keyHeader: 'x', timeoutMs })('/', z.any(), null),
  exchange: () =>
    createRangoClient({
      ...{ baseUrl: url, apiKey: 'secret', deviceId: 'device', timeoutMs },
      sleep: async () => {},
    })({ path: '/', kind: 'write', body: {} }, z.any()),
  'payment partner': () =>
    createSendRequest(timeoutMs)({ method: 'GET', url, headers: {} }, z.any()),
  'SMS service': () =>
    createTwilioSmsSender({
      ...{ baseUrl: url, accountSid: 'AC1', authToken: 'secret', from: '+15005550006', timeoutMs },
    }).send({ to: '+15005550009', text: 'Hello' }),
};

it.each(Object.entries(clients))(
  'a %s cannot redirect a request to another host',
  async (_, send) => {
    await expect(send()).rejects.toThrow();
    expect(requests.outside).toBeGreaterThan(0);
    expect(requests.inside).toBe(0);
  },
);

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
