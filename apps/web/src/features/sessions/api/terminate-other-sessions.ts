import { terminateOtherSessions as contract } from '#wire/auth/terminate-other-sessions';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-result.ts';

/** Signs out every other device (§7 Auth). @returns the error, or null on success. */
export async function terminateOtherSessions(): Promise<ApiError | null> {
  const result = await callApi(contract, {});
  return result.ok ? null : result.error;
}
