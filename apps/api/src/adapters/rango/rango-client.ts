import type * as z from 'zod/mini';
import { ExchangeUnavailable } from '../../ports/exchange-aggregator.ts';

export interface RangoOptions {
  /** As in `https://api.rango.exchange`. */
  readonly baseUrl: string;
  /** Null where none was given: every request is refused here. */
  readonly apiKey: string | null;
  /** Identifies this server to the exchange, a UUID. */
  readonly deviceId: string;
  readonly timeoutMs: number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly send?: (url: string, init: RequestInit) => Promise<Response>;
}

/** One request. A `read` may be retried; what binds or writes is sent once. */
export interface RangoRequest {
  readonly path: string;
  readonly body?: object;
  readonly kind: 'read' | 'write';
}

export type CallRango = <Schema extends z.ZodMiniType>(
  request: RangoRequest,
  schema: Schema,
) => Promise<z.output<Schema>>;

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 250;

/**
 * Sends requests to Rango. A refusal with a body is a response like any other: the exchange says the same in both ways.
 * @returns the request function; it rejects with `ExchangeUnavailable`, whose cause contains no key
 */
export function createRangoClient(options: RangoOptions): CallRango {
  const { timeoutMs, sleep, send = fetch } = options;
  const base = options.baseUrl.replace(/\/+$/, '');

  async function once({ path, body }: RangoRequest): Promise<unknown> {
    if (options.apiKey === null) throw new Error('The exchange has no API key.');
    const url = `${base}${path}?apiKey=${encodeURIComponent(options.apiKey)}`;
    const headers = { accept: 'application/json', 'x-rango-id': options.deviceId };
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await send(
      url,
      body === undefined
        ? { headers, redirect: 'error', signal }
        : {
            method: 'POST',
            redirect: 'error',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
            signal,
          },
    );
    if (response.status === 401 || response.status === 429 || response.status >= 500) {
      await response.body?.cancel();
      throw new Error(`It responded with status ${response.status}.`);
    }
    return response.json();
  }

  return async (request, schema) => {
    const attempts = request.kind === 'read' ? ATTEMPTS : 1;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return schema.parse(await once(request));
      } catch (cause) {
        if (attempt >= attempts) throw new ExchangeUnavailable(cause);
        await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  };
}
