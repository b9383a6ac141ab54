/** A request as a test inspects it. */
export interface SeenRequest {
  method: string;
  /** Path with its query, as in `/api/auth/login`. */
  path: string;
  headers: Headers;
  body: unknown;
}

export type FakeResponse = { status?: number; body: unknown } | 'no response';
type Answerer = (request: SeenRequest) => FakeResponse | Promise<FakeResponse>;

/** Read by many screens, and empty unless a test says otherwise. */
const NOTHING: Readonly<Record<string, Answerer>> = {
  'GET /api/wallet/contacts': () => ({ body: { data: [] } }),
  'GET /api/wallet/recipients': () => ({ body: { data: [] } }),
  'GET /api/wallet/notes': () => ({ body: { data: [] } }),
  'GET /api/wallet/claims': () => ({ body: { data: [] } }),
  'POST /api/wallet/operations/continue': () => ({ body: { data: [] } }),
};

/**
 * Replaces the network of a web client: takes the place of `fetch` and responds by method and path.
 * @returns the requests that were made, in order; and `fetch`, to be installed by the test.
 */
export function createFakeApi(responses: Readonly<Record<string, Answerer>>) {
  const seen: SeenRequest[] = [];

  async function fakeFetch(input: string | URL | Request, init: RequestInit = {}) {
    const request = describeRequest(String(input), init);
    seen.push(request);
    const name = `${request.method} ${request.path}`;
    const response = responses[name] ?? NOTHING[name];
    if (!response) throw new Error(`The test has no response for ${name}`);
    const given = await response(request);
    if (given === 'no response') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(given.body), { status: given.status ?? 200 });
  }

  return { seen, fetch: fakeFetch };
}

function describeRequest(
  path: string,
  { method = 'GET', headers, body }: RequestInit,
): SeenRequest {
  const parsed = typeof body === 'string' ? JSON.parse(body) : undefined;
  return { method, path, headers: new Headers(headers), body: parsed };
}
