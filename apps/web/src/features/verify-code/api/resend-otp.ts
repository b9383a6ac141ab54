import { resendOtp as contract } from '#wire/auth/resend-otp';
import type { ResponseOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Sends new codes for a registration; earlier codes no longer work (§7 Auth). */
export function resendOtp(email: string): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: { email } });
}
