import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { custodyChallenge } from '#wire/wallet/custody-challenge';
import { enrolKeys as contract } from '#wire/wallet/enrol-keys';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

export type Enrolment = BodyInputOf<typeof contract>;

/**
 * Begins a wallet whose keys only its user has.
 * @param keepsAddresses for the wallet as it is; otherwise a new one takes its place once it is empty
 */
export function beginEnrolment(
  keepsAddresses: boolean,
): Promise<ApiResult<ResponseOf<typeof custodyChallenge>>> {
  return callApi(custodyChallenge, { body: keepsAddresses ? { keepsAddresses } : {} });
}

/** Replaces the wallet by that one, or what Kax has of its keys by what sees it. The other sessions end. */
export function enrolKeys(enrolment: Enrolment): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: enrolment });
}
