import type { swapHistory } from '#wire/exchange/swap-history';
import type { Handler } from '../../application/call.ts';
import type { Swaps } from '../../ports/swaps.ts';
import { swapView } from './listing/swap-view.ts';

export interface SwapHistoryPorts {
  readonly swaps: Pick<Swaps, 'list'>;
}

const PAGE = 20;

/** Lists the user's swaps, a page at a time. */
export function createSwapHistory({ swaps }: SwapHistoryPorts): Handler<typeof swapHistory> {
  return async ({ query, session }) => {
    const before = query.before ?? null;
    const found = await swaps.list(session.userId, { before, limit: PAGE + 1 });
    const page = found.slice(0, PAGE);
    const next = found.length > PAGE ? (page.at(-1)?.requestId ?? null) : null;
    return { data: page.map(swapView), next };
  };
}
