import type { ResponseOf } from '#wire/contract';
import { cancelContactChange as contract } from '#wire/security/cancel-contact-change';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Cancels a change that is not in effect yet (§7 Auth). */
export function cancelContactChange(): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: {} });
}
