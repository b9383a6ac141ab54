import type { ResponseOf } from '#wire/contract';
import { freezeByLink as contract } from '#wire/security/freeze-by-link';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Freezes the account of an email’s link, with or without a session (§7 Auth). */
export function freezeByLink(token: string): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: { token } });
}
