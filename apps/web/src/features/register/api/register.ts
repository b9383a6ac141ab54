import { register as contract } from '#wire/auth/register';
import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

export type NewAccount = BodyInputOf<typeof contract>;

/** Begins a registration; both codes are sent (§7 Auth). */
export function register(account: NewAccount): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: account });
}
