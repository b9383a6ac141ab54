/** A seeded person, signed in to a server over its API. */
export interface Person {
  readonly accessToken: string;
  readonly publicAddress: string;
  readonly privateAddress: string;
  get(path: string): Promise<Response>;
  post(path: string, body: unknown, idempotencyKey?: string): Promise<Response>;
}

const password = 'Piggy!Bank7';

/** Signs in as one of the seeded people; rejects when the server refuses. */
export async function signIn(appUrl: string, email: string): Promise<Person> {
  const answer = await fetch(`${appUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`Sign-in as ${email} was refused: ${await answer.text()}`);
  const session = (await answer.json()) as {
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
