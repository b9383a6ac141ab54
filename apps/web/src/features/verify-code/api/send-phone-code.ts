import { sendPhoneCode as contract } from '#wire/auth/send-phone-code';
import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Requests the text message of a registration with the code of its email (§7 Auth). */
export function sendPhoneCode(
  request: BodyInputOf<typeof contract>,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: request });
}
