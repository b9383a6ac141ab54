import type { ResponseOf } from '#wire/contract';
import { claimPayment as contract } from '#wire/wallet/claim-payment';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Long enough for a slow network. After this timeout the outcome is unknown, and a retry uses the same key. */
const WAIT_MS = 30_000;

/** Moves the money of a link to the user's public balance once, however often it is called with the same key. */
export function claimPayment(
  code: string,
  idempotencyKey: string,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  const signal = AbortSignal.timeout(WAIT_MS);
  return callApi(contract, { body: { code }, idempotencyKey, signal });
}
