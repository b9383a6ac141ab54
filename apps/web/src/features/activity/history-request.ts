import type { ActivityType } from '#domain/activity/activity';
import { dataOrThrow } from '../../lib/api-result.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { readPrivateHistory } from './api/private-history.ts';
import { readPublicHistory } from './api/public-history.ts';

/** Which page of which history. */
export interface HistoryRequest {
  /** A coin's id, or `wallet`. */
  readonly id: string;
  readonly query: {
    readonly type: ActivityType | undefined;
    readonly cursor: string | undefined;
    readonly limit: string | undefined;
  };
  readonly isBackground: boolean;
  readonly signal: AbortSignal;
}

/** @returns a page of the history of a mode; throws the refusal, as the cache wants it */
export async function readHistory(mode: WalletMode, request: HistoryRequest) {
  const read = mode === 'public' ? readPublicHistory : readPrivateHistory;
  return dataOrThrow(await read(request)).data;
}
