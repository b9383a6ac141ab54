import type { ResponseOf } from '#wire/contract';
import { removeApp as contract } from '#wire/security/remove-app';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Removes the authenticator app (§7 Auth). */
export function removeApp(): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: {} });
}
