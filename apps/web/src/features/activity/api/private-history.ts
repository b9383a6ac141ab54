import { privateHistory } from '#wire/wallet/private-history';
import { callApi } from '../../../lib/api-client.ts';
import type { HistoryRequest } from '../history-request.ts';

/** One page of the private history. */
export function readPrivateHistory({ id, query, isBackground, signal }: HistoryRequest) {
  return callApi(privateHistory, { params: { id }, query, isBackground, signal });
}
