import { type Hex, parseAbi } from 'viem';
import type { ExchangeChain, ListedAsset } from './exchange-chains.ts';

const tokenAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address holder, address spender) view returns (uint256)',
]);

/** @returns the wallet's balance in the latest block, in base units. */
export function readBalance(
  { client }: ExchangeChain,
  { address }: ListedAsset,
  wallet: Hex,
): Promise<bigint> {
  if (address === null) return client.getBalance({ address: wallet });
  return client.readContract({ address, abi: tokenAbi, functionName: 'balanceOf', args: [wallet] });
}

/** @returns the spender's allowance in the latest block, in base units. */
export function readAllowance(
  { client }: ExchangeChain,
  token: Hex,
  [holder, spender]: readonly [Hex, Hex],
): Promise<bigint> {
  const args = [holder, spender] as const;
  return client.readContract({ address: token, abi: tokenAbi, functionName: 'allowance', args });
}
