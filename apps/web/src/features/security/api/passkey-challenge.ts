import type { ResponseOf } from '#wire/contract';
import { passkeyChallenge as contract } from '#wire/security/passkey-challenge';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Begins a new passkey (§7 Auth). */
export function passkeyChallenge(): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: {} });
}
