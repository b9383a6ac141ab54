import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import type { Token, TokenId } from '#domain/token/token';
import type { SwapAsset, SwapHop, SwapRoute } from '#wire/exchange/route';
import type { SwapView } from '#wire/exchange/swap-view';
import { ALICE, buildNetwork, buildToken } from './network.ts';

const THERE = { chainId: 31114 } as const;
export const AVAX = buildToken({
  ...THERE,
  id: 'avalanche-avax' as TokenId,
  symbol: 'AVAX',
  address: null,
});
export const USDC_THERE = buildToken({
  ...THERE,
  id: 'avalanche-usdc' as TokenId,
  symbol: 'USDC',
  address: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' as PublicAddress,
  decimals: 6,
});
export const AVALANCHE: Network = buildNetwork({
  slug: 'avalanche',
  name: 'Avalanche',
  ...THERE,
  tokens: [AVAX, USDC_THERE],
});

/** @returns the token as a hop names it */
function buildSwapAsset({ address, symbol, decimals, chainId }: Token): SwapAsset {
  const isThere = chainId === THERE.chainId;
  return {
    blockchain: isThere ? 'AVAX_CCHAIN' : 'POLYGON',
    address,
    symbol,
    decimals,
    logo: null,
    blockchainLogo: null,
    chain: isThere ? 'Avalanche' : 'Polygon',
    usdPrice: 1,
  };
}

/** @returns a hop from one token to another, 50 to 49 unless a test says otherwise */
export function buildSwapHop(from: Token, to: Token, more: Partial<SwapHop> = {}): SwapHop {
  return {
    from: buildSwapAsset(from),
    to: buildSwapAsset(to),
    fromAmount: '50',
    toAmount: '49',
    swapperId: from.chainId === to.chainId ? 'UniSwapV3' : 'EscrowBridge',
    swapperLogo: null,
    swapperType: from.chainId === to.chainId ? 'DEX' : 'BRIDGE',
    fee: [],
    timeStat: null,
    estimatedTimeInSeconds: 5,
    fromAmountMinValue: null,
    fromAmountMaxValue: null,
    internalSwaps: [],
    ...more,
  };
}

/** @returns a route along the hops that gives what the last of them gives */
export function buildSwapRoute(
  swaps: readonly SwapHop[],
  more: Partial<SwapRoute> = {},
): SwapRoute {
  const outputAmount = swaps.at(-1)?.toAmount ?? '0';
  return { requestId: 'r1', outputAmount, resultType: 'OK', tags: [], swaps: [...swaps], ...more };
}

/** @returns a swap along the route whose first step was sent */
export function buildSwapView(route: SwapRoute, more: Partial<SwapView> = {}): SwapView {
  const at = '2026-03-01T12:00:00.000Z';
  return {
    requestId: route.requestId,
    status: 'in-progress',
    currentStep: 1,
    swaps: [...route.swaps],
    outputAmount: route.outputAmount,
    swapProgress: '[]',
    progress: route.swaps.map(({ swapperId }, index) => ({
      step: index + 1,
      swapperId,
      state: index === 0 ? 'sent' : 'to-come',
      operationId: null,
      txId: null,
      destTx: null,
      delivery: null,
      output: null,
    })),
    error: null,
    isRefunded: false,
    isPartial: false,
    needsSignature: false,
    amount: route.swaps[0]?.fromAmount ?? '0',
    minimumReceived: route.outputAmount,
    slippage: '1',
    account: ALICE,
    createdAt: at,
    updatedAt: at,
    ...more,
  };
}
