import { revokeSession as contract } from '#wire/auth/revoke-session';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-result.ts';

/** Takes the power of a session no one here knows (§7 Auth). @returns why not, or null when it is over. */
export async function revokeSession(id: string): Promise<ApiError | null> {
  const result = await callApi(contract, { params: { id } });
  return result.ok ? null : result.error;
}
