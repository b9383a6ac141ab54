import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyContract, BodyInputOf, ResponseOf } from '#wire/contract';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it is JSON, otherwise the text. */
  readonly content: unknown;
}

export interface Query {
  /** A string is sent unchanged. */
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the API from one internet address. */
export interface ApiClient {
  /** Rejects when the response is not one of the contract's; waits, about a minute at a time, when the server says so. */
  call<C extends AnyContract>(
    contract: C,
    query: Query & { readonly body?: BodyInputOf<C> },
  ): Promise<{ readonly headers: Headers; readonly content: ResponseOf<C> }>;
  /** One attempt, whatever the response. */
  request(method: string, path: string, query: Query): Promise<Reply>;
}

const ATTEMPTS = 5;
const LONGEST_WAIT_S = 65;

/** @param ip the address that the proxy in front would report; the product must be configured to trust it */
export function createApiClient(appUrl: string, ip: string): ApiClient {
  const request: ApiClient['request'] = async (method, path, { body, token, headers }) => {
    const reply = await fetch(`${appUrl}/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': ip,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json') ?? false;
    const content: unknown = isJson ? JSON.parse(text) : text;
    return { status: reply.status, headers: reply.headers, content };
  };
  return {
    request,
    async call({ method, path, response }, query) {
      for (let attempt = 1; ; attempt += 1) {
        const { status, headers, content } = await request(method, path, query);
        if (status < 300) return { headers, content: response.parse(content) as never };
        const wait = Number(headers.get('retry-after') ?? Number.NaN);
        if (attempt === ATTEMPTS || !(wait <= LONGEST_WAIT_S)) {
          throw new Error(`${path} returned ${status}: ${JSON.stringify(content)}`);
        }
        await sleep(wait * 1000 + 200);
      }
    },
  };
}
