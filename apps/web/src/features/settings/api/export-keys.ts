import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { exportKeys as contract } from '#wire/wallet/export-keys';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

export type ExportedKeys = ResponseOf<typeof contract>;

/** Exports the keys of the wallet; requires the password again. Not cached: only the caller holds the response. */
export function exportKeys(body: BodyInputOf<typeof contract>): Promise<ApiResult<ExportedKeys>> {
  return callApi(contract, { body });
}
