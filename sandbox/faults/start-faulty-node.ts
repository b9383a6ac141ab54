import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hex } from 'viem';
import * as z from 'zod/mini';
import type { CallNode } from '../chain/json-rpc.ts';
import { type Fault, fault, faultsOf } from './fault.ts';
import { type FaultyParts, type RpcRequest, respondWithFaults } from './respond-with-faults.ts';
import { RpcRefusal } from './rpc-refusal.ts';

/** A JSON-RPC node on loopback that passes everything on to a real one, except what it is told to do wrong. */
export interface FaultyNode {
  readonly url: string;
  /** Does these things wrong from now on, and nothing else. Requests that hang already stay so. */
  inject(...faults: readonly Fault[]): void;
  /** Does nothing wrong from now on. */
  heal(): void;
  /** The methods that were requested, in their order. */
  readonly requests: readonly string[];
  /** Hashes of the transactions that were accepted and forgotten. */
  readonly dropped: ReadonlySet<Hex>;
  /** Has the real node replace its newest blocks by empty ones. */
  reorganise(depth: number): Promise<void>;
  stop(): Promise<void>;
}

const rpcRequest = z.object({
  id: z._default(z.nullable(z.union([z.number(), z.string()])), null),
  method: z.string(),
  params: z._default(z.array(z.unknown()), []),
});
const rpcBody = z.union([rpcRequest, z.array(rpcRequest)]);

/**
 * Starts a node in front of the one at `target`. `GET /faults` shows what it does wrong, and `PUT /faults` replaces it
 * with a JSON list.
 * @param options port 0, the default, is any that is free
 */
export async function startFaultyNode(options: {
  readonly target: string;
  readonly port?: number;
}): Promise<FaultyNode> {
  let faults: readonly Fault[] = [];
  const requests: string[] = [];
  const dropped = new Set<Hex>();
  const call = callerOf(options.target);
  const parts: FaultyParts = { call, faults: () => faults, earlier: new Map(), dropped };
  const inject = (...more: readonly Fault[]) => {
    faults = more;
  };
  const server = createServer((request, response) => {
    const responding =
      request.url === '/faults'
        ? control(request, inject)
        : respond(parts, request, (method) => requests.push(method));
    void responding.then(
      (body) => send(response, 200, body ?? faults),
      (error) => send(response, 400, { error: String(error) }),
    );
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    inject,
    heal: () => inject(),
    requests,
    dropped,
    reorganise: async (depth) => {
      await call('anvil_reorg', [depth, []]);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function control(
  request: IncomingMessage,
  inject: (...faults: readonly Fault[]) => void,
): Promise<null> {
  if (request.method === 'PUT')
    inject(...z.array(fault).parse(JSON.parse(await readBody(request))));
  return null;
}

async function respond(
  parts: FaultyParts,
  request: IncomingMessage,
  note: (method: string) => void,
): Promise<unknown> {
  const body = rpcBody.parse(JSON.parse(await readBody(request)));
  for (const { method } of Array.isArray(body) ? body : [body]) note(method);
  if (!Array.isArray(body)) return respondToOne(parts, body);
  const responses = await Promise.all(body.map((each) => respondToOne(parts, each)));
  return faultsOf(parts.faults(), '')('reversed-batch') ? responses.toReversed() : responses;
}

async function respondToOne(parts: FaultyParts, request: RpcRequest): Promise<unknown> {
  const isWrongId = faultsOf(parts.faults(), request.method)('wrong-id') !== undefined;
  const id = isWrongId && typeof request.id === 'number' ? request.id + 1 : request.id;
  const envelope = { jsonrpc: '2.0', id };
  try {
    return { ...envelope, result: await respondWithFaults(parts, request) };
  } catch (cause) {
    if (!(cause instanceof RpcRefusal)) throw cause;
    const { code, message, data } = cause;
    return { ...envelope, error: { code, message, data } };
  }
}

function callerOf(target: string): CallNode {
  return async <Result>(method: string, params: readonly unknown[] = []) => {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const reply = (await response.json()) as {
      readonly result: Result;
      readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
    };
    if (reply.error) {
      const { code, message, data } = reply.error;
      throw new RpcRefusal(code, message, data);
    }
    return reply.result;
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}
