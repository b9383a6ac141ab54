import { setTimeout as sleep } from 'node:timers/promises';
import { signIn, type User } from '../../bench/user.ts';
import type { Product } from '../start-product.ts';

/** A seeded user with an open page: signs in again whenever the session has ended. */
export interface UserSession {
  readonly name: string;
  readonly publicAddress: `0x${string}`;
  readonly privateAddress: string;
  /** @returns null when there was no response, because the process that would respond was killed */
  get<Body>(path: string): Promise<Reply<Body> | null>;
  /** @returns null as above: the request may have been accepted all the same */
  post<Body>(path: string, body: unknown, idempotencyKey?: string): Promise<Reply<Body> | null>;
}

export interface Reply<Body> {
  readonly status: number;
  /** Of a refusal, only `code`, and after how many seconds to try again. */
  readonly body: Body & { readonly code?: string; readonly retryAfter?: number };
}

const UP_WITHIN_MS = 180_000;

/** Signs in as soon as the server lets the user in: it may just have been killed. */
export async function openSession(
  product: Pick<Product, 'url'>,
  name: string,
): Promise<UserSession> {
  let signingIn = signInWhenUp(product, name);
  const { publicAddress, privateAddress } = await signingIn;
  return {
    name,
    publicAddress: publicAddress as `0x${string}`,
    privateAddress,
    get: (path) => request((user) => user.get(path)),
    post: (path, body, key) => request((user) => user.post(path, body, key)),
  };

  async function request<Body>(
    send: (user: User) => Promise<Response>,
  ): Promise<Reply<Body> | null> {
    const used = signingIn;
    const reply = await replyOf<Body>(send(await used));
    if (reply?.status !== 401) return reply;
    if (signingIn === used) signingIn = signInWhenUp(product, name);
    return replyOf<Body>(send(await signingIn));
  }
}

async function replyOf<Body>(responding: Promise<Response>): Promise<Reply<Body> | null> {
  try {
    const response = await responding;
    return { status: response.status, body: (await response.json()) as Reply<Body>['body'] };
  } catch {
    return null;
  }
}

async function signInWhenUp(product: Pick<Product, 'url'>, name: string): Promise<User> {
  const deadline = Date.now() + UP_WITHIN_MS;
  for (;;) {
    const user = await signIn(product.url, `${name}@kax.test`).catch(() => null);
    if (user) return user;
    if (Date.now() > deadline) throw new Error('The server did not come back.');
    await sleep(200);
  }
}
