import type * as z from 'zod/mini';
import { PriceFeedUnavailable } from '../../ports/price-feed.ts';

const NOT_FOUND = 404;

/** Where to send requests, and with which key. */
export interface RequestOptions {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly keyHeader: string;
  readonly timeoutMs: number;
  readonly get?: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * Sends one request to the feed.
 * @returns the response in the schema's shape; `nothing` when the feed does not know what was requested. Rejects
 * with `PriceFeedUnavailable` for everything else; its cause contains no key.
 */
export function createGet({ baseUrl, apiKey, keyHeader, timeoutMs, get = fetch }: RequestOptions) {
  const base = baseUrl.replace(/\/+$/, '');
  const headers: Record<string, string> = { accept: 'application/json' };
  if (apiKey !== null) headers[keyHeader] = apiKey;
  return async <Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
    nothing: z.output<Schema>,
  ): Promise<z.output<Schema>> => {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await get(`${base}${path}`, { headers, redirect: 'error', signal });
      if (response.status === NOT_FOUND) return nothing;
      if (!response.ok) throw new Error(`It responded with status ${response.status}.`);
      return schema.parse(await response.json());
    } catch (cause) {
      throw new PriceFeedUnavailable(cause);
    }
  };
}
