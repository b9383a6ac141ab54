import type { privateCoins } from '#wire/wallet/private-coins';
import { type Handler, refuse } from '../../http/handler.ts';
import type { PriceBoard } from './price-board.ts';
import { type PrivateBookPorts, readPrivate } from './private-book.ts';
import { privateCoinView, worstState } from './private-coin-view.ts';

export interface PrivateCoinsPorts extends PrivateBookPorts {
  readonly prices: Pick<PriceBoard, 'priceOf'>;
}

/**
 * Answers with the private balances, grouped by chain, as the process that holds the pool last wrote them. A
 * network of which nothing is known yet has no coins, because a balance that was not read is not 0.
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
