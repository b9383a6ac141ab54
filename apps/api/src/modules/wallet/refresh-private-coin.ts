import type { refreshPrivateCoin } from '#wire/wallet/refresh-private-coin';
import { type Handler, refuse } from '../../application/call.ts';
import type { ShieldedPoolClient } from '../../ports/shielded-pool-client.ts';
import { findToken } from './payments/parse-payment.ts';
import type { PrivateCoinsPorts } from './private-coins.ts';
import { readPrivate } from './shielded/private-balances.ts';
import { privateCoinView } from './shielded/private-coin-view.ts';

export interface RefreshPrivateCoinPorts extends PrivateCoinsPorts {
  readonly poolClient: Pick<ShieldedPoolClient, 'refresh'>;
}

/** Requests a scan for new notes, and returns one coin as it is known afterwards. */
export function createRefreshPrivateCoin(
  ports: RefreshPrivateCoinPorts,
): Handler<typeof refreshPrivateCoin> {
  return async ({ params, session }) => {
    const place = findToken(ports.networks, params.coinId);
    if (place === null || !ports.poolChainIds.includes(place.network.chainId)) {
      return refuse('unknown-coin');
    }
    if (!place.token.isShieldable) return refuse('unknown-coin');
    const scanned = await ports.poolClient.refresh(session.userId);
    if (!scanned.ok) return refuse('private-not-ready');
    const readings = await readPrivate(ports, session);
    if (readings === 'locked') return refuse('unauthorized');
    const reading = readings.find(({ network }) => network === place.network);
    const holding = reading?.holdings?.find(({ token }) => token === place.token);
    if (reading === undefined || holding === undefined) return refuse('private-not-ready');
    const owner = { ...ports, privateAddress: session.privateAddress };
    return { data: privateCoinView(reading, holding, owner), privateState: reading.state };
  };
}
