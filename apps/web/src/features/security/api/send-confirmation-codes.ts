import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { sendConfirmationCodes as contract } from '#wire/security/send-confirmation-codes';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Sends both codes, to confirm one purpose with them (§7 Auth). */
export function sendConfirmationCodes(
  body: BodyInputOf<typeof contract>,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body });
}
