import { createPublicClient, type Hex, http, type PublicClient, parseAbi } from 'viem';

const erc20 = parseAbi(['function balanceOf(address owner) view returns (uint256)']);

/** The chain, queried directly and not through our server. */
export interface Chain {
  readonly node: PublicClient;
  /** Base units. */
  balance(owner: Hex, token: Hex | null): Promise<bigint>;
}

/** @param baseUrl of the product; its nodes are on the ports that follow */
export function openChain(baseUrl: string | undefined, name: 'polygon' | 'avalanche'): Chain {
  const url = new URL(baseUrl ?? '');
  url.port = String(Number(url.port) + (name === 'polygon' ? 1 : 2));
  const node = createPublicClient({ transport: http(url.toString()), pollingInterval: 250 });
  return {
    node,
    balance: (owner, token) =>
      token === null
        ? node.getBalance({ address: owner })
        : node.readContract({
            address: token,
            abi: erc20,
            functionName: 'balanceOf',
            args: [owner],
          }),
  };
}
