/** Key of a balance: whose, and of what. */
export function balanceKey(owner: string, asset: 'native' | 'token' | 'allowance'): string {
  return `${owner} ${asset}`;
}
