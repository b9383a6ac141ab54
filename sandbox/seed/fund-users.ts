import type { Hex } from 'viem';
import type * as z from 'zod/mini';
import { login, type signedIn } from '#wire/auth/login';
import { logout } from '#wire/auth/logout';
import type { Faucet } from './faucet.ts';
import type { ShieldedFaucet } from './shielded-faucet.ts';
import { type SeededUser, seededUsers } from './users.ts';

type SignedIn = z.output<typeof signedIn>;

/**
 * Signs in as each seeded user, through the API, and pays their grants, public and private, to the wallet
 * that the server created for them. @returns their public addresses. Rejects with `SignInRefused`.
 */
export async function fundUsers(
  apiUrl: string,
  faucets: ReadonlyMap<string, Faucet>,
  shieldedFaucet: ShieldedFaucet | null,
): Promise<readonly Hex[]> {
  return Promise.all(
    seededUsers.map(async (user) => {
      const { publicAddress, privateAddress } = await readAddresses(apiUrl, user);
      await Promise.all([
        ...[...faucets].map(([network, faucet]) =>
          payInOrder(faucet, grantsOn(network, user), publicAddress),
        ),
        user.shielded &&
          shieldedFaucet?.pay({ name: 'seed', to: privateAddress, amounts: user.shielded }),
      ]);
      return publicAddress;
    }),
  );
}

async function readAddresses(
  apiUrl: string,
  user: SeededUser,
): Promise<{ readonly publicAddress: Hex; readonly privateAddress: string }> {
  const response = await fetch(`${apiUrl}${login.path}`, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: user.password }),
  });
  const text = await response.text();
  if (!response.ok) throw new SignInRefused(user.email, response.status, text);
  const session: SignedIn = login.response.parse(JSON.parse(text));
  await fetch(`${apiUrl}${logout.path}`, {
    method: logout.method,
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  const { publicWalletAddress, privateWalletAddress } = session.user.wallet;
  return { publicAddress: publicWalletAddress as Hex, privateAddress: privateWalletAddress };
}

/** One after another, so that the history has an order. */
function grantsOn(network: string, { grants }: SeededUser): SeededUser['grants'] {
  return grants.filter((grant) => grant.network === network);
}

async function payInOrder(faucet: Faucet, grants: SeededUser['grants'], to: Hex): Promise<void> {
  for (const [index, { amounts }] of grants.entries()) {
    await faucet.pay({ name: `seed ${index}`, to, amounts });
  }
}

/** The server refused the sign-in of a seeded user. */
export class SignInRefused extends Error {
  constructor(email: string, status: number, reply: string) {
    super(
      `${email} could not sign in (${status}): ${reply} If the password was changed, empty the sandbox with npm run reset.`,
    );
    this.name = 'SignInRefused';
  }
}
