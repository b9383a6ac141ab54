import { changePassword as contract } from '#wire/auth/change-password';
import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

export type PasswordChange = BodyInputOf<typeof contract>;

/** Changes the password of the signed-in user and ends their other sessions (§7 Auth). */
export function changePassword(
  change: PasswordChange,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: change });
}
