import type { SwapRoute } from '#wire/exchange/route';
import { swap } from '#wire/exchange/swap';
import type { SwapView } from '#wire/exchange/swap-view';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Long enough for a slow exchange. After this timeout the outcome is unknown, and a retry uses the same key. */
const WAIT_MS = 45_000;

/** Starts a swap once, however often it is called with the same key. */
export async function makeSwap(order: {
  readonly route: SwapRoute;
  readonly slippage: string;
  readonly key: string;
}): Promise<ApiResult<SwapView>> {
  const { route, slippage, key } = order;
  const { requestId, outputAmount, swaps } = route;
  const response = await callApi(swap, {
    body: { requestId, slippage, outputAmount, swaps: [...swaps] },
    idempotencyKey: key,
    signal: AbortSignal.timeout(WAIT_MS),
  });
  return response.ok ? { ok: true, data: response.data.data } : response;
}
