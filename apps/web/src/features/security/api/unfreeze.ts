import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { unfreeze as contract } from '#wire/security/unfreeze';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Unfreezes the account, with the password and both codes, or with a passkey (§7 Auth). */
export function unfreeze(
  body: BodyInputOf<typeof contract>,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body });
}
