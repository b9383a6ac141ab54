import type { ResponseOf } from '#wire/contract';
import type { PrivateState } from '#wire/wallet/private-coins';
import type { privateHistory } from '#wire/wallet/private-history';
import { dataOrThrow } from '../../lib/api-result.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { readPrivateHistory } from './api/private-history.ts';
import { readPublicHistory } from './api/public-history.ts';
import type { HistoryRequest } from './history-request.ts';

/** One page of a history. */
export type HistoryPage = ResponseOf<typeof privateHistory>['data'] & {
  /** How complete a private history is; null for a public one. */
  readonly privateState: PrivateState | null;
};

/** @returns a page of the history of a mode. Throws on an error response, as TanStack Query requires. */
export async function readHistory(mode: WalletMode, request: HistoryRequest): Promise<HistoryPage> {
  if (mode === 'public') {
    return { ...dataOrThrow(await readPublicHistory(request)).data, privateState: null };
  }
  const { data, privateState } = dataOrThrow(await readPrivateHistory(request));
  return { ...data, privateState };
}
