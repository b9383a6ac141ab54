/** A seeded user, signed in to a server through its API. */
export interface User {
  readonly accessToken: string;
  readonly publicAddress: string;
  readonly privateAddress: string;
  get(path: string): Promise<Response>;
  post(path: string, body: unknown, idempotencyKey?: string): Promise<Response>;
}

const password = 'Piggy!Bank7';

/** Signs in as one of the seeded users; rejects when the server refuses. */
export async function signIn(appUrl: string, email: string): Promise<User> {
  const response = await fetch(`${appUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Sign-in as ${email} was refused: ${await response.text()}`);
  const session = (await response.json()) as {
    access_token: string;
    user: { wallet: { publicWalletAddress: string; privateWalletAddress: string } };
  };
  const authorization = `Bearer ${session.access_token}`;
  return {
    accessToken: session.access_token,
    publicAddress: session.user.wallet.publicWalletAddress,
    privateAddress: session.user.wallet.privateWalletAddress,
    get: (path) => fetch(`${appUrl}/api${path}`, { headers: { authorization } }),
    post: (path, body, idempotencyKey) =>
      fetch(`${appUrl}/api${path}`, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          prefer: 'respond-async',
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        },
        body: JSON.stringify(body),
      }),
  };
}
