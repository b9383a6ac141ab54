import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { rich } from '../../ui/rich.tsx';
import { Secret } from '../../ui/secret.tsx';
import { isInProgress, useSwapHistory } from './api/swap-history.ts';
import { amountText } from './route-figures.ts';
import { SwapProgress } from './swap-progress.tsx';

interface SwapInProgressProps {
  isHidden: boolean;
  renderHistoryLink: (requestId: string) => ReactNode;
}

/** Swaps in progress that were started before this page was opened or on another device, each with its steps. */
export function SwapInProgress({ isHidden, renderHistoryLink }: SwapInProgressProps) {
  const { data } = useSwapHistory(true);
  const swaps = data?.pages.flatMap((page) => page.data).filter(isInProgress) ?? [];
  return swaps.map((swap) => {
    const [first, last] = [swap.swaps[0], swap.swaps.at(-1)];
    if (!first || !last) return null;
    return (
      <Card key={swap.requestId} className="swap-live">
        <h2>
          {rich('Swapping {amount} to {symbol}', {
            amount: (
              <Secret isHidden={isHidden} width="6em">
                {amountText(swap.amount, first.from)}
              </Secret>
            ),
            symbol: last.to.symbol,
          })}
        </h2>
        <SwapProgress swap={swap} isHidden={isHidden} />
        {renderHistoryLink(swap.requestId)}
      </Card>
    );
  });
}
