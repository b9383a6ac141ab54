import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import type { Token } from '#domain/token/token';
import { TOKEN_CONTRACT } from './simulated-chain.ts';
import { CHAIN_ID } from './simulated-node.ts';

/** @returns the network of the simulation, with its native coin and one token. */
export function simulatedNetwork(): Network {
  const token = (symbol: string, address: PublicAddress | null, decimals: number): Token => ({
    id: `simulated-${symbol.toLowerCase()}` as Token['id'],
    chainId: CHAIN_ID,
    address,
    symbol,
    name: symbol,
    decimals,
    isShieldable: true,
    image: '',
  });
  return {
    slug: 'simulated',
    name: 'Simulated',
    chainId: CHAIN_ID,
    image: '',
    multicallAddress: TOKEN_CONTRACT,
    explorerTransactionUrl: null,
    blocksUntilFinal: 8,
    tokens: [token('NAT', null, 0), token('TOK', TOKEN_CONTRACT, 0)],
  };
}
