import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import type { coins } from '#wire/wallet/coins';
import { type Handler, refuse } from '../../application/call.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import type { BalanceCache, NetworkBalances } from './balances/balance-cache.ts';
import { coinView } from './balances/coin-view.ts';
import type { PriceCache } from './balances/price-cache.ts';

export interface CoinsPorts {
  readonly networks: readonly Network[];
  readonly balances: Pick<BalanceCache, 'readAll'>;
  readonly prices: Pick<PriceCache, 'priceOf'>;
}

/**
 * Returns the public balances, grouped by chain.
 * A chain that does not respond shows the last known balances; without any it has no coins, because a balance that
 * was not read is not 0.
 */
export function createCoins(ports: CoinsPorts): Handler<typeof coins> {
  return async ({ session }) => {
    const address = session.publicAddress as PublicAddress;
    try {
      const readings = await ports.balances.readAll(address);
      const owner = { address, prices: ports.prices };
      return {
        data: ports.networks.map((network, index) => ({
          name: network.name,
          chainId: network.chainId,
          image: network.image,
          coins: coinsOf(readings[index] ?? null, owner),
        })),
      };
    } catch (cause) {
      if (cause instanceof ChainUnavailable) return refuse('chain-unavailable');
      throw cause;
    }
  };
}

function coinsOf(reading: NetworkBalances | null, owner: Parameters<typeof coinView>[2]) {
  return reading === null
    ? []
    : reading.network.tokens.map((token) => coinView(token, reading, owner));
}
