import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { confirmContactChange as contract } from '#wire/security/confirm-contact-change';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Confirms the change with both codes (§7 Auth). */
export function confirmContactChange(
  body: BodyInputOf<typeof contract>,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body });
}
