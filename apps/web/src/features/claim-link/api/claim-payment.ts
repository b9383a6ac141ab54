import type { ResponseOf } from '#wire/contract';
import { claimPayment as contract } from '#wire/wallet/claim-payment';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Long enough for a slow network. After this timeout the outcome is unknown, and a retry uses the same key. */
const WAIT_MS = 30_000;

/**
 * Moves the money of a link to the balance of the user that it is meant for, once for each key.
 * @param isBackground the page does it by itself, which keeps no session awake
 */
export function claimPayment(
  code: string,
  idempotencyKey: string,
  { isBackground = false }: { readonly isBackground?: boolean } = {},
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  const signal = AbortSignal.timeout(WAIT_MS);
  return callApi(contract, { body: { code }, idempotencyKey, isBackground, signal });
}
