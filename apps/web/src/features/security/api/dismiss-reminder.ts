import type { ResponseOf } from '#wire/contract';
import { dismissReminder as contract } from '#wire/security/dismiss-reminder';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Hides the reminder of what the account lacks for a week (§7 Auth). */
export function dismissReminder(): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: {} });
}
