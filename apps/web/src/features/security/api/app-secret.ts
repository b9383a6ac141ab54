import type { ResponseOf } from '#wire/contract';
import { appSecret as contract } from '#wire/security/app-secret';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Begins an authenticator app (§7 Auth). */
export function appSecret(): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: {} });
}
