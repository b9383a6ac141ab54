import { randomUUID } from 'node:crypto';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { Custody } from '#domain/custody/custody';

/** @returns an account that no other test has */
export function newAccount() {
  const userId = randomUUID();
  return {
    userId,
    name: 'Alice Example',
    email: `${userId}@kax.test`,
    phone: '+15550100001',
    wallet: {
      id: randomUUID(),
      name: 'Alice’s wallet',
      publicAddress: `0x${userId.replaceAll('-', '').padEnd(40, '0')}` as PublicAddress,
      privateAddress: `0zk1${userId}` as PrivateAddress,
      custody: 'assisted' as Custody,
    },
  };
}

/** @returns the account with each single signed field changed */
export function changedAccounts(account: ReturnType<typeof newAccount>) {
  const { wallet } = account;
  return [
    { ...account, email: `x${account.email}` },
    { ...account, phone: `${account.phone}1` },
    { ...account, wallet: { ...wallet, id: randomUUID() } },
    { ...account, wallet: { ...wallet, publicAddress: `0x${'f'.repeat(40)}` as PublicAddress } },
    { ...account, wallet: { ...wallet, privateAddress: '0zk1other' as PrivateAddress } },
    { ...account, wallet: { ...wallet, custody: 'only-me' as const } },
  ];
}
