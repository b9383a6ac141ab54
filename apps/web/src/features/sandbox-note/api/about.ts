import { about as contract } from '#wire/about';
import type { ResponseOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** What a user may know of the server before signing in (§7 Other). */
export function about(): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, {});
}
