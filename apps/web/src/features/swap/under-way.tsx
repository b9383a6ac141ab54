import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { isUnderWay, useSwapHistory } from './api/swap-history.ts';
import { amountText } from './route-figures.ts';
import { SwapProgress } from './swap-progress.tsx';

/** The swaps that were begun before this page was opened, or on another device, each with its steps. */
export function UnderWay({
  renderHistoryLink,
}: {
  renderHistoryLink: (requestId: string) => ReactNode;
}) {
  const { data } = useSwapHistory(true);
  const swaps = data?.pages.flatMap((page) => page.data).filter(isUnderWay) ?? [];
  return swaps.map((swap) => {
    const [first, last] = [swap.swaps[0], swap.swaps.at(-1)];
    if (!first || !last) return null;
    return (
      <Card key={swap.requestId} className="swap-live">
        <h2>
          Swapping {amountText(swap.amount, first.from)} to {last.to.symbol}
        </h2>
        <SwapProgress swap={swap} />
        {renderHistoryLink(swap.requestId)}
      </Card>
    );
  });
}
