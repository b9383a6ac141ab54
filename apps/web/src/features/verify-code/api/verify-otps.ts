import { verifyOtps as contract } from '#wire/auth/verify-otps';
import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

export type BothCodes = BodyInputOf<typeof contract>;

/** Completes a registration with both codes and signs in (§7 Auth). */
export function verifyOtps(codes: BothCodes): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: codes });
}
