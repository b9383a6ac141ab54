import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { passkeySignIn as contract } from '#wire/security/passkey-sign-in';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Signs in with a passkey and its secret (§7 Auth). */
export function passkeySignIn(
  body: BodyInputOf<typeof contract>,
  signal: AbortSignal,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body, signal });
}
