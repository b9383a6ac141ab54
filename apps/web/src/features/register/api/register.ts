import { register as contract } from '#wire/auth/register';
import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';
import type { CallOptions } from '../../../lib/call-options.ts';

export type NewAccount = BodyInputOf<typeof contract>;

/** Starts a registration; the server sends both codes (§7 Auth). */
export function register(
  account: NewAccount,
  progress: Pick<CallOptions<typeof contract>, 'onWork'> = {},
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: account, ...progress });
}
