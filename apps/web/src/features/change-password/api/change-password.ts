import { changePassword as contract } from '#wire/auth/change-password';
import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

export type PasswordChange = BodyInputOf<typeof contract>;

/** Changes the password of whoever is signed in; other sessions end (§7 Auth). */
export function changePassword(
  change: PasswordChange,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: change });
}
