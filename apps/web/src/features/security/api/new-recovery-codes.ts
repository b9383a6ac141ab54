import type { ResponseOf } from '#wire/contract';
import { newRecoveryCodes as contract } from '#wire/security/new-recovery-codes';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Replaces the recovery codes (§7 Auth). */
export function newRecoveryCodes(): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: {} });
}
