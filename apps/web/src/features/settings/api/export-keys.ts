import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { exportKeys as contract } from '#wire/wallet/export-keys';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

export type ExportedKeys = ResponseOf<typeof contract>;

/** Hands out the keys of the wallet, after the password again. The response is kept nowhere but by the caller. */
export function exportKeys(body: BodyInputOf<typeof contract>): Promise<ApiResult<ExportedKeys>> {
  return callApi(contract, { body });
}
