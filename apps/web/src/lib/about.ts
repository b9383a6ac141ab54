import { about as contract } from '#wire/about';
import type { ResponseOf } from '#wire/contract';
import { callApi } from './api-client.ts';
import type { ApiResult } from './api-result.ts';

/** Public information about the server, available before sign-in (§7 Other). */
export function about(): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, {});
}
