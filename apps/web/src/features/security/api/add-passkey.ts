import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { addPasskey as contract } from '#wire/security/add-passkey';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Adds a passkey, and returns recovery codes with the first second factor (§7 Auth). */
export function addPasskey(
  body: BodyInputOf<typeof contract>,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body });
}
