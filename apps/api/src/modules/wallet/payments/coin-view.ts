import type { Network } from '#domain/network/network';
import type { Token } from '#domain/token/token';

/** @returns which coin of which network something is about, as links and their payments show it */
export function coinView({ network, token }: { readonly network: Network; readonly token: Token }) {
  return {
    tokenId: token.id,
    symbol: token.symbol,
    decimals: token.decimals,
    chainId: network.chainId,
    chain: network.name,
  };
}
