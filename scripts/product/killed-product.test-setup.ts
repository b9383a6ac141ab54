import { createPublicClient, http, parseAbi } from 'viem';
import type { User } from '../bench/user.ts';
import { findChildren } from './processes.ts';
import { type Product, rpcUrlOf } from './start-product.ts';

type Address = `0x${string}`;

const erc20 = parseAbi(['function balanceOf(address owner) view returns (uint256)']);

/** Kills the processes whose command line contains this. @returns how many */
export function killOne(product: Product, program: string): number {
  const pids = findChildren(product.pid, program);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return pids.length;
}

/** @returns the address of USDC on the product's first chain */
export async function usdcOf(user: User): Promise<Address> {
  const response = await user.get('/wallet/public/coins');
  const { data } = (await response.json()) as {
    data: { coins: { id: string; address: Address | null }[] }[];
  };
  const coin = data.flatMap((chain) => chain.coins).find(({ id }) => id === 'polygon-usdc');
  if (!coin?.address) throw new Error('There is no USDC.');
  return coin.address;
}

/** @returns base units of a token that its node says someone has */
export function balanceOn(
  node: ReturnType<typeof openNode>,
  { token, owner }: { readonly token: Address; readonly owner: Address },
): Promise<bigint> {
  return node.readContract({
    address: token,
    abi: erc20,
    functionName: 'balanceOf',
    args: [owner],
  });
}

/** @returns a client of one of the product's nodes */
export function openNode(product: Pick<Product, 'port'>, chain: 'polygon' | 'avalanche') {
  return createPublicClient({ transport: http(rpcUrlOf(product, chain)) });
}
