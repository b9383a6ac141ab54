import type * as z from 'zod/mini';
import { parseExactly } from './shapes.ts';

/** One request to the partner. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends one request and waits for it no longer than `timeoutMs`. */
export type SendRequest = <Schema extends z.ZodMiniType>(
  request: ProviderRequest,
  schema: Schema,
) => Promise<z.output<Schema>>;

/** @returns a function that sends requests; it rejects with `ResponseRefused`, or with why no usable response arrived. */
export function createSendRequest(timeoutMs: number): SendRequest {
  return async ({ method, url, headers, body }, schema) => {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new ResponseRefused(response.status);
    return schema.parse(parseExactly(text));
  };
}

/** The partner responded with an error status. Its text is left out: it may repeat the request. */
export class ResponseRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`It responded with status ${status}.`);
    this.name = 'ResponseRefused';
    this.status = status;
  }
}
