import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { beginContactChange as contract } from '#wire/security/begin-contact-change';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Begins a change of the email or the phone: sends both codes (§7 Auth). */
export function beginContactChange(
  body: BodyInputOf<typeof contract>,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body });
}
