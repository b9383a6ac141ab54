import type { ResponseOf } from '#wire/contract';
import { renamePasskey as contract } from '#wire/security/rename-passkey';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Renames a passkey (§7 Auth). */
export function renamePasskey(
  id: string,
  name: string,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { params: { id }, body: { name } });
}
