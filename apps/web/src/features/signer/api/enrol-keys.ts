import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { custodyChallenge } from '#wire/wallet/custody-challenge';
import { enrolKeys as contract } from '#wire/wallet/enrol-keys';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';

export type Enrolment = BodyInputOf<typeof contract>;

/** Begins a wallet whose keys only its user has. */
export function beginEnrolment(): Promise<ApiResult<ResponseOf<typeof custodyChallenge>>> {
  return callApi(custodyChallenge, { body: {} });
}

/** Replaces the wallet, which is empty, by that one. The other sessions end. */
export function enrolKeys(enrolment: Enrolment): Promise<ApiResult<ResponseOf<typeof contract>>> {
  return callApi(contract, { body: enrolment });
}
