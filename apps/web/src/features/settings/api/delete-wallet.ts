import type { ResponseOf } from '#wire/contract';
import { deleteWallet as contract, DELETE_CONFIRMATION } from '#wire/wallet/delete-wallet';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Deletes the wallet and the account; requires the password again. */
export function deleteWallet(password: string): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: { password, confirmation: DELETE_CONFIRMATION } });
}
