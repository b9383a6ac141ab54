import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { addApp as contract } from '#wire/security/add-app';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Adds an authenticator app, and returns recovery codes with the first second factor (§7 Auth). */
export function addApp(
  body: BodyInputOf<typeof contract>,
): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body });
}
