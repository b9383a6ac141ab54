/** Key of a balance by owner and asset. */
export function balanceKey(owner: string, asset: 'native' | 'token' | 'allowance'): string {
  return `${owner} ${asset}`;
}
