import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { z } from 'zod/mini';
import type { coins } from '#wire/wallet/coins';
import type { OperationView } from '#wire/wallet/operation';
import { PASSWORD, type User } from './users.ts';

const UNAVAILABLE_FOR_MS = 120_000;

type Coins = z.output<(typeof coins)['response']>;
type Coin = Coins['data'][number]['coins'][number];

/** A user signed in to the server without a browser. */
export interface Client {
  readonly publicAddress: `0x${string}`;
  readonly privateAddress: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  get(path: string): Promise<Reply>;
  post(path: string, body: unknown, idempotencyKey?: string): Promise<Reply>;
  coin(id: string): Promise<Coin>;
  operation(id: string): Promise<OperationView>;
}

/** A complete server response. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses whose shape is what they test
  readonly body: any;
}

/** Signs in over the API. */
export async function signInClient(
  request: APIRequestContext,
  user: User,
  password = PASSWORD,
): Promise<Client> {
  const response = await request.post('/api/auth/login', { data: { email: user.email, password } });
  if (!response.ok()) throw new Error(`${user.email} was refused: ${await response.text()}`);
  const session = await response.json();
  const authorization = `Bearer ${session.access_token}`;
  const get = (path: string): Promise<Reply> =>
    repeatWhileUnavailable(() => request.get(`/api${path}`, { headers: { authorization } }));
  return {
    publicAddress: session.user.wallet.publicWalletAddress,
    privateAddress: session.user.wallet.privateWalletAddress,
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    get,
    async post(path, body, idempotencyKey) {
      const headers = {
        authorization,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      };
      const post = () => request.post(`/api${path}`, { headers, data: body });
      // Without a key, a retry would be a second payment.
      return idempotencyKey ? repeatWhileUnavailable(post) : read(await post());
    },
    async coin(id) {
      const { body } = await get('/wallet/public/coins');
      const found = (body as Coins).data
        .flatMap((chain) => chain.coins)
        .find((one) => one.id === id);
      if (!found) throw new Error(`There is no coin ${id}.`);
      return found;
    },
    operation: async (id) => (await get(`/wallet/operations/${id}`)).body.data,
  };
}

/** Retries like a user whom an overloaded server refused for now. */
async function repeatWhileUnavailable(request: () => Promise<APIResponse>): Promise<Reply> {
  const deadline = Date.now() + UNAVAILABLE_FOR_MS;
  for (;;) {
    const response = await request();
    if (response.status() !== 503 || Date.now() > deadline) return read(response);
    await sleep(500);
  }
}

async function read(response: APIResponse): Promise<Reply> {
  return { status: response.status(), body: await response.json() };
}
