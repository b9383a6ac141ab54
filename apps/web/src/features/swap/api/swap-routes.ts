import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { swapRoutes } from '#wire/exchange/swap-routes';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

export type FoundRoutes = ResponseOf<typeof swapRoutes>;
export type RouteRequest = BodyInputOf<typeof swapRoutes>;

/** Finds the routes for a pair and an amount. */
export function findSwapRoutes(
  body: RouteRequest,
  options: { readonly isBackground: boolean },
): Promise<ApiResult<FoundRoutes>> {
  return callApi(swapRoutes, { body, ...options, signal: AbortSignal.timeout(30_000) });
}
