import { dataOrThrow } from '../../lib/api-result.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { readPrivateHistory } from './api/private-history.ts';
import { readPublicHistory } from './api/public-history.ts';
import type { HistoryRequest } from './history-request.ts';

/** @returns a page of the history of a mode. Throws on an error response, as TanStack Query requires. */
export async function readHistory(mode: WalletMode, request: HistoryRequest) {
  const read = mode === 'public' ? readPublicHistory : readPrivateHistory;
  return dataOrThrow(await read(request)).data;
}
