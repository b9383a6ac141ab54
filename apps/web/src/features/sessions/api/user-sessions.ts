import { userSessions as contract, type UserSession } from '#wire/auth/user-sessions';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

export const SESSIONS_KEY = ['auth', 'user-sessions'] as const;

/**
 * Lists the signed-in devices, the current one first (§7 Auth).
 * @throws ApiFailure when the list could not be had.
 */
export async function userSessions(): Promise<readonly UserSession[]> {
  return dataOrThrow(await callApi(contract, {})).sessions;
}

/** Notifies the server that a user is here: any call does that is not marked as made by a timer. */
export async function keepSessionAwake(): Promise<void> {
  await callApi(contract, {});
}
