import type { ResponseOf } from '#wire/contract';
import { freeze as contract } from '#wire/security/freeze';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Freezes the account (§7 Auth). */
export function freeze(): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: {} });
}
