import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import type { refreshCoin } from '#wire/wallet/refresh-coin';
import { type Handler, refuse } from '../../application/call.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import type { BalanceCache } from './balances/balance-cache.ts';
import { coinView } from './balances/coin-view.ts';
import type { PriceCache } from './balances/price-cache.ts';
import { findToken } from './payments/parse-payment.ts';

export interface RefreshCoinPorts {
  readonly networks: readonly Network[];
  readonly balances: Pick<BalanceCache, 'readNow'>;
  readonly prices: Pick<PriceCache, 'priceOf'>;
}

/** Returns one coin, read from its chain now; the chain's other coins are read in the same call. */
export function createRefreshCoin(ports: RefreshCoinPorts): Handler<typeof refreshCoin> {
  return async ({ params, session }) => {
    const place = findToken(ports.networks, params.coinId);
    if (place === null) return refuse('unknown-coin');
    const address = session.publicAddress as PublicAddress;
    try {
      const reading = await ports.balances.readNow(address, place.network);
      return { data: coinView(place.token, reading, { address, prices: ports.prices }) };
    } catch (cause) {
      if (cause instanceof ChainUnavailable) return refuse('chain-unavailable');
      throw cause;
    }
  };
}
