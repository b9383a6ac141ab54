import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A JSON-RPC proxy that counts. */
export interface RpcCounter {
  readonly url: string;
  /** Calls since the last `reset`, by method; each entry of a batch counts. */
  readonly calls: ReadonlyMap<string, number>;
  total(): number;
  reset(): void;
  close(): Promise<void>;
}

/** Forwards to one node and counts the calls. */
export async function createRpcCounter(target: string): Promise<RpcCounter> {
  const calls = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    count(calls, body);
    const reply = await fetch(target, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(await reply.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    total: () => [...calls.values()].reduce((sum, n) => sum + n, 0),
    reset: () => calls.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function count(calls: Map<string, number>, body: string): void {
  const parsed: unknown = JSON.parse(body);
  for (const call of Array.isArray(parsed) ? parsed : [parsed]) {
    const method = String((call as { method?: unknown }).method);
    calls.set(method, (calls.get(method) ?? 0) + 1);
  }
}
