import type { ResponseOf } from '#wire/contract';
import { passkeySignInChallenge as contract } from '#wire/security/passkey-sign-in-challenge';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Begins a sign-in with a passkey (§7 Auth). */
export function passkeySignInChallenge(
  signal: AbortSignal,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: {}, signal });
}
