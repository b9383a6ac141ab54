import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyContract, BodyInputOf, ResponseOf } from '#wire/contract';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it is JSON, otherwise the text. */
  readonly content: unknown;
}

export interface Question {
  /** A text is sent as it is. */
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Talks to the API as somebody at one address of the internet. */
export interface ApiClient {
  /** Rejects when the answer is none of the call's; waits, about a minute at a time, when it is told to. */
  call<C extends AnyContract>(
    contract: C,
    question: Question & { readonly body?: BodyInputOf<C> },
  ): Promise<{ readonly headers: Headers; readonly content: ResponseOf<C> }>;
  /** One attempt, whatever the answer. */
  ask(method: string, path: string, question: Question): Promise<Answer>;
}

const ATTEMPTS = 5;
const LONGEST_WAIT_S = 65;

/** @param ip what the proxy in front would say; the product has to be told to believe it */
export function createApiClient(appUrl: string, ip: string): ApiClient {
  const ask: ApiClient['ask'] = async (method, path, { body, token, headers }) => {
    const answer = await fetch(`${appUrl}/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': ip,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    const content: unknown = isJson ? JSON.parse(text) : text;
    return { status: answer.status, headers: answer.headers, content };
  };
  return {
    ask,
    async call({ method, path, response }, question) {
      for (let attempt = 1; ; attempt += 1) {
        const { status, headers, content } = await ask(method, path, question);
        if (status < 300) return { headers, content: response.parse(content) as never };
        const wait = Number(headers.get('retry-after') ?? Number.NaN);
        if (attempt === ATTEMPTS || !(wait <= LONGEST_WAIT_S)) {
          throw new Error(`${path} answered ${status}: ${JSON.stringify(content)}`);
        }
        await sleep(wait * 1000 + 200);
      }
    },
  };
}
