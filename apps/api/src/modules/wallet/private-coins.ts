import type { privateCoins } from '#wire/wallet/private-coins';
import { type Handler, refuse } from '../../application/call.ts';
import type { PriceCache } from './balances/price-cache.ts';
import { type PrivateBalancesPorts, readPrivate } from './shielded/private-balances.ts';
import { privateCoinView, worstState } from './shielded/private-coin-view.ts';

export interface PrivateCoinsPorts extends PrivateBalancesPorts {
  readonly prices: Pick<PriceCache, 'priceOf'>;
}

/**
 * Returns the private balances, grouped by chain, as the process with the pool last wrote them. A network without
 * known balances has no coins, because a balance that was not read is not 0.
 */
export function createPrivateCoins(ports: PrivateCoinsPorts): Handler<typeof privateCoins> {
  return async ({ session }) => {
    const readings = await readPrivate(ports, session);
    if (readings === 'locked') return refuse('unauthorized');
    const owner = { ...ports, privateAddress: session.privateAddress };
    return {
      data: readings.map(({ network, state, holdings }) => ({
        name: network.name,
        chainId: network.chainId,
        image: network.image,
        coins: (holdings ?? []).map((each) => privateCoinView({ network, state }, each, owner)),
      })),
      privateState: worstState(readings.map(({ state }) => state)),
    };
  };
}
