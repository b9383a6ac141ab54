import type { Money } from '#domain/price/money';
import { t } from '#language/t';
import type { SwapView } from '#wire/exchange/swap-view';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Secret } from '../../ui/secret.tsx';
import type { SummaryRow } from '../../ui/summary.tsx';
import { amountText, totalFeeText } from './route-figures.ts';

/** @returns what was agreed for a swap, and the id that its support asks for */
export function swapFacts(swap: SwapView, isHidden: boolean, money: Money): readonly SummaryRow[] {
  const last = swap.swaps.at(-1);
  if (last === undefined) return [];
  return [
    {
      label: t('Minimum received'),
      value: (
        <Secret isHidden={isHidden} width="8em">
          {amountText(swap.minimumReceived, last.to)}
        </Secret>
      ),
    },
    { label: t('Total fee'), value: totalFeeText(swap.swaps, money) },
    {
      label: t('Request ID'),
      value: (
        <>
          <span className="mono">{swap.requestId}</span>
          <CopyButton text={swap.requestId} label={t('Copy request ID')} />
        </>
      ),
      isStacked: true,
    },
  ];
}
