import type { ResponseOf } from '#wire/contract';
import { keepFactors as contract } from '#wire/security/keep-factors';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Cancels the removal of lost second factors (§7 Auth). */
export function keepFactors(): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: {} });
}
