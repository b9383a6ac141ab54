import type { ActivityTransaction } from '#wire/wallet/history';

/** @returns the address of whoever was paid or has paid; null for contracts, and for what stays with the user */
export function nameableIn({ type, direction, from, to }: ActivityTransaction): string | null {
  switch (type) {
    case 'send':
    case 'receive':
    case 'internal-transfer':
      return direction === 'in' ? from : to;
    case 'unshield':
      return to;
    default:
      return null;
  }
}

/** @returns the ids of the first row of each address that can be named: once is enough to ask */
export function firstNameable(transactions: readonly ActivityTransaction[]): ReadonlySet<string> {
  const idByAddress = new Map<string, string>();
  for (const transaction of transactions) {
    const address = nameableIn(transaction);
    if (address !== null && !idByAddress.has(address)) idByAddress.set(address, transaction.id);
  }
  return new Set(idByAddress.values());
}
