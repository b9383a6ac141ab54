import { sendResetPasswordOtps as contract } from '#wire/auth/send-reset-password-otps';
import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';
import type { CallOptions } from '../../../lib/call-options.ts';

/** What identifies an account: its email address or its phone number. */
export type AccountName = BodyInputOf<typeof contract>;

/** Sends both codes for a password reset. Each request sends new ones (§7 Auth). */
export function sendResetPasswordOtps(
  name: AccountName,
  progress: Pick<CallOptions<typeof contract>, 'onWork'> = {},
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: name, ...progress });
}
