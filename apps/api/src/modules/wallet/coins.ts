import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import type { coins } from '#wire/wallet/coins';
import { type Handler, refuse } from '../../http/handler.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import type { BalanceBook, NetworkBalances } from './balance-book.ts';
import { coinView } from './coin-view.ts';
import type { PriceBoard } from './price-board.ts';

export interface CoinsPorts {
  readonly networks: readonly Network[];
  readonly balances: Pick<BalanceBook, 'readAll'>;
  readonly prices: Pick<PriceBoard, 'priceOf'>;
}

/**
 * Answers with the public balances, grouped by chain.
 * A chain that does not answer shows what was last known; one of which nothing is known has no coins, because a
 * balance that was not read is not 0.
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
