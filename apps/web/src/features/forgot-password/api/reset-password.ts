import { resetPassword as contract } from '#wire/auth/reset-password';
import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

export type PasswordReset = BodyInputOf<typeof contract>;

/** Sets a new password with both codes. Does not sign the user in (§7 Auth). */
export function resetPassword(
  reset: PasswordReset,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: reset });
}
