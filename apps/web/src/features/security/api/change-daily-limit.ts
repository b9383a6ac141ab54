import type { ResponseOf } from '#wire/contract';
import { changeDailyLimit as contract } from '#wire/security/change-daily-limit';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Sets the daily limit, in cents of a US dollar (§7 Auth). */
export function changeDailyLimit(cents: string): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: { cents } });
}
