import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { removeLostFactors as contract } from '#wire/security/remove-lost-factors';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Requests the removal of lost second factors (§7 Auth). */
export function removeLostFactors(
  body: BodyInputOf<typeof contract>,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body });
}
