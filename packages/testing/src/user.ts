import type { User } from '#wire/auth/user';

/** A signed-in user; a test gives what it is about, the rest has defaults. */
export function buildUser(values: Partial<User> = {}): User {
  return {
    id: '0190a1b2-0000-7000-8000-000000000001',
    name: 'Alice Moreau',
    email: 'alice@kax.test',
    phone: '+14155550101',
    avatar: '/avatar.svg',
    wallet: {
      id: '0190a1b2-0000-7000-8000-000000000002',
      name: "Alice's wallet",
      publicWalletAddress: '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE',
      privateWalletAddress: '0zk1qyk9nn28x0u3rwn5pknglda68wrn7gw6anjw8gg94mcj6eq5u48tl',
      railgunAddress: '0zk1qyk9nn28x0u3rwn5pknglda68wrn7gw6anjw8gg94mcj6eq5u48tl',
      custody: 'assisted',
    },
    ...values,
  };
}
