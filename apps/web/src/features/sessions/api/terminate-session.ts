import { terminateSession as contract } from '#wire/auth/terminate-session';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-result.ts';

/** Signs out one device (§7 Auth). @returns the error, or null on success. */
export async function terminateSession(id: string): Promise<ApiError | null> {
  const result = await callApi(contract, { params: { id } });
  return result.ok ? null : result.error;
}
