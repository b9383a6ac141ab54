import { revokeSession as contract } from '#wire/auth/revoke-session';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-result.ts';

/** Revokes a session that the user doesn't recognize (§7 Auth). @returns the error, or null on success. */
export async function revokeSession(id: string): Promise<ApiError | null> {
  const result = await callApi(contract, { params: { id } });
  return result.ok ? null : result.error;
}
