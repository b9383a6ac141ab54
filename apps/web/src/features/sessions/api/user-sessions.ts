import { userSessions as contract, type UserSession } from '#wire/auth/user-sessions';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

export const SESSIONS_KEY = ['auth', 'user-sessions'] as const;

/**
 * Lists the signed-in devices, the current one first (§7 Auth).
 * @throws ApiFailure when the list could not be read.
 */
export async function userSessions(): Promise<readonly UserSession[]> {
  return dataOrThrow(await callApi(contract, {})).sessions;
}

/** Keeps the session alive on the server, as does any call that is not marked as a background read. */
export async function keepSessionAwake(): Promise<void> {
  await callApi(contract, {});
}
