import { deleteWallet as contract, DELETE_CONFIRMATION } from '#wire/wallet/delete-wallet';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-result.ts';

/** Deletes the wallet and the account; requires the password again. @returns the error, or null on success. */
export async function deleteWallet(password: string): Promise<ApiError | null> {
  const body = { password, confirmation: DELETE_CONFIRMATION } as const;
  const result = await callApi(contract, { body });
  return result.ok ? null : result.error;
}
