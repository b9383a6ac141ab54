import { publicHistory } from '#wire/wallet/public-history';
import { callApi } from '../../../lib/api-client.ts';
import type { HistoryRequest } from '../history-request.ts';

/** One page of the public history. */
export function readPublicHistory({ id, query, isBackground, signal }: HistoryRequest) {
  return callApi(publicHistory, { params: { id }, query, isBackground, signal });
}
