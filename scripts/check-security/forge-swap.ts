import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { TokenId } from '#domain/token/token';
import { swapHistory } from '#wire/exchange/swap-history';
import { createPostgresSwaps } from '../../apps/api/src/adapters/postgres/exchange/swaps.ts';
import type { RowSeals } from '../../apps/api/src/ports/row-seals.ts';
import type { StoredSwap } from '../../apps/api/src/ports/swaps.ts';
import type { AttackContext } from './attack-context.ts';
import type { Role } from './role.ts';

const LEAST = 1n;

/**
 * Stores a swap that its user never agreed to, with a seal of its own.
 * @returns the minimum that the user is shown. Throws when they are shown no such swap.
 */
export async function forgeSwap(
  { victims: [victim], newClient }: AttackContext,
  { role, seals }: { readonly role: Role; readonly seals: RowSeals },
): Promise<string> {
  const now = new Date();
  const requestId = `forged-${now.getTime()}`;
  const swap: StoredSwap = {
    ...{ requestId, userId: victim.id, account: victim.publicAddress as PublicAddress },
    fromTokenId: 'polygon-kax' as TokenId,
    toTokenId: 'polygon-usdc' as TokenId,
    ...{ amount: toBaseUnits(50n), minimumReceived: toBaseUnits(LEAST), slippageBps: 100 },
    route: { requestId, outputAmount: '1', resultType: 'OK', tags: [], swaps: [HOP, HOP] },
    steps: [{ state: 'to-sign', since: now }, { state: 'to-come' }],
    ...{ status: 'pending', error: null, createdAt: now, updatedAt: now },
  };
  const own = { idempotencyKey: requestId, fingerprint: requestId };
  await createPostgresSwaps(role, seals).insert(swap, own);
  const { content } = await newClient().call(swapHistory, { token: victim.accessToken });
  const shown = content.data.find((each) => each.requestId === requestId);
  if (shown === undefined) throw new Error('The api shows no such swap.');
  return shown.minimumReceived;
}

const COIN = {
  ...{ blockchain: 'POLYGON', address: null, symbol: 'POL', decimals: 18, logo: null },
  ...{ blockchainLogo: null, chain: 'Polygon', usdPrice: 1 },
};
const HOP = {
  ...{ from: COIN, to: COIN, fromAmount: '50', toAmount: '1' },
  ...{ swapperId: 'UniSwapV3', swapperLogo: null, swapperType: 'DEX' },
  ...{ fee: [], timeStat: null, estimatedTimeInSeconds: 5, internalSwaps: [] },
  ...{ fromAmountMinValue: null, fromAmountMaxValue: null },
};
