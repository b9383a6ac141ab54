import type { ClaimView } from '#wire/wallet/claim';
import { remindOfClaim as contract } from '#wire/wallet/remind-of-claim';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

/** Sends the recipient the link again. */
export async function remindOfClaim(id: string): Promise<ApiResult<ClaimView>> {
  const response = await callApi(contract, { params: { id }, body: {} });
  return response.ok ? { ok: true, data: response.data.data } : response;
}
