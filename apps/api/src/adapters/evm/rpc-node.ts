import * as z from 'zod/mini';

/** One JSON-RPC node. */
export interface RpcNode {
  /** For messages; the rest of the URL may hold a key. */
  readonly host: string;
  /**
   * Sends the node one request.
   * @returns the `result`, not yet checked. Rejects with `NodeRefusal` when the node responded with an error and
   * with `NodeSilent` when it did not respond in time, or not in JSON-RPC,
   * or to another request.
   */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** Sends a request; `fetch` outside tests. */
export type Post = (url: string, init: RequestInit) => Promise<Response>;

const reply = z.union([
  z.object({
    // A node that could not read the request does not know its id.
    id: z.optional(z.nullable(z.number())),
    error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  }),
  z.object({ id: z.number(), result: z.unknown() }),
]);

const TOO_MANY_REQUESTS = 429;
const OTHER_REQUEST = 'Its response is to another request.';

/** @returns a node that is called over HTTP (https://www.jsonrpc.org/specification), one request at a time. */
export function createRpcNode(options: {
  readonly url: string;
  readonly timeoutMs: number;
  readonly post: Post;
}): RpcNode {
  const { host } = new URL(options.url);
  let lastId = 0;
  return {
    host,
    async call(method, params) {
      lastId += 1;
      const id = lastId;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const parsed = reply.safeParse(await exchange(options, host, body));
      if (!parsed.success) throw new NodeSilent(host, parsed.error);
      if ((parsed.data.id ?? id) !== id) throw new NodeSilent(host, new Error(OTHER_REQUEST));
      if ('error' in parsed.data) {
        throw new NodeRefusal(host, parsed.data.error.code, parsed.data.error.message);
      }
      return parsed.data.result;
    },
  };
}

async function exchange(
  { url, timeoutMs, post }: Parameters<typeof createRpcNode>[0],
  host: string,
  body: string,
): Promise<unknown> {
  try {
    const response = await post(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === TOO_MANY_REQUESTS) throw new Error('It refuses further requests.');
    return await response.json();
  } catch (cause) {
    throw new NodeSilent(host, cause);
  }
}

/** A node responded with an error of its own. */
export class NodeRefusal extends Error {
  readonly code: number;
  readonly said: string;
  constructor(host: string, code: number, said: string) {
    super(`Node ${host} responded with error ${code}: ${said}`);
    this.name = 'NodeRefusal';
    this.code = code;
    this.said = said;
  }
}

/** A node did not respond in time, not in its own format, or to another request. */
export class NodeSilent extends Error {
  constructor(host: string, cause: unknown) {
    super(`Node ${host} gave no usable response.`, { cause });
    this.name = 'NodeSilent';
  }
}
