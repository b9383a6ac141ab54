import { terminateOtherSessions as contract } from '#wire/auth/terminate-other-sessions';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-result.ts';

/** Signs every other device out (§7 Auth). @returns why not, or null when they are over. */
export async function terminateOtherSessions(): Promise<ApiError | null> {
  const result = await callApi(contract, {});
  return result.ok ? null : result.error;
}
