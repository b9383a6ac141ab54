import type { ResponseOf } from '#wire/contract';
import { liftResetHold as contract } from '#wire/security/lift-reset-hold';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Ends the hold after a reset, with a passkey (§7 Auth). */
export function liftResetHold(): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: {} });
}
