import { login as contract } from '#wire/auth/login';
import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';
import type { CallOptions } from '../../../lib/call-options.ts';

export type Credentials = BodyInputOf<typeof contract>;

/** Signs in by email or by phone (§7 Auth). */
export function login(
  credentials: Credentials,
  progress: Pick<CallOptions<typeof contract>, 'onWork' | 'signal'> = {},
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: credentials, ...progress });
}
