import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { Token } from '#domain/token/token';
import type { Coin } from '#wire/wallet/coin';
import { balanceOf, type NetworkBalances } from './balance-cache.ts';
import type { PriceCache } from './price-cache.ts';

/** @returns one row of the token list: a token with the user's balance and its price. */
export function coinView(
  token: Token,
  reading: NetworkBalances,
  owner: { readonly address: string; readonly prices: Pick<PriceCache, 'priceOf'> },
): Coin {
  const { network, readAt, isStale } = reading;
  const { balance, available } = balanceOf(reading, token);
  return {
    id: token.id,
    name: token.name,
    symbol: token.symbol,
    balance: baseUnitsToDisplay(balance, token.decimals),
    balanceBaseUnits: balance.toString(),
    availableBaseUnits: available.toString(),
    pending: [],
    image: token.image,
    address: token.address,
    walletAddress: owner.address,
    decimals: token.decimals,
    chain: network.name,
    network: network.name,
    chainId: network.chainId,
    chainSymbol: network.tokens[0]?.symbol ?? '',
    isNative: token.address === null,
    isShieldable: token.isShieldable,
    price: owner.prices.priceOf(token.id),
    asOf: readAt.toISOString(),
    isStale,
  };
}
