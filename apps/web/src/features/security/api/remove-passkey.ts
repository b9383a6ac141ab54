import type { ResponseOf } from '#wire/contract';
import { removePasskey as contract } from '#wire/security/remove-passkey';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Removes a passkey (§7 Auth). */
export function removePasskey(id: string): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { params: { id }, body: {} });
}
