import type { ClaimView } from '#wire/wallet/claim';
import { takeBackClaim as contract } from '#wire/wallet/take-back-claim';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Long enough for a slow network. After this timeout the outcome is unknown, and a retry uses the same key. */
const WAIT_MS = 30_000;

/**
 * Moves money that no one claimed back to its sender, once for each key.
 * @param isBackground the page does it by itself, which keeps no session awake
 */
export async function takeBackClaim(
  id: string,
  idempotencyKey: string,
  { isBackground = false }: { readonly isBackground?: boolean } = {},
): Promise<ApiResult<ClaimView>> {
  const signal = AbortSignal.timeout(WAIT_MS);
  const options = { idempotencyKey, isBackground, signal } as const;
  const response = await callApi(contract, { params: { id }, body: {}, ...options });
  return response.ok ? { ok: true, data: response.data.data } : response;
}
