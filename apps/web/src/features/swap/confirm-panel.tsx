import { ArrowRight } from 'lucide-react';
import { slippagePercent } from '#domain/swap/slippage';
import type { SwapAsset } from '#wire/exchange/route';
import { FullAddress } from '../../ui/address.tsx';
import { Card } from '../../ui/card.tsx';
import { Mark } from '../../ui/mark.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Summary } from '../../ui/summary.tsx';
import { QuoteAge } from './quote-age.tsx';
import {
  amountText,
  confirmText,
  minimumText,
  totalFeeText,
  totalSeconds,
  valueText,
} from './route-figures.ts';
import { LegAmounts, legsOf } from './route-hops.tsx';
import { RouteTags } from './route-list.tsx';
import { mayHaveStarted, type SwapStep } from './swap-flow.ts';
import { PriceWarnings, SlippageWarning } from './swap-warnings.tsx';
import { swapperName } from './swapper-name.ts';

interface ConfirmPanelProps {
  step: Extract<SwapStep, { at: 'ConfirmSwap' }>;
  slippageBps: number;
  /** The wallet that pays and receives. */
  account: string | null;
  onRefresh: () => void;
}

/** The swap to confirm: both ends, each hop, and the totals. */
export function ConfirmPanel({ step, slippageBps, account, onRefresh }: ConfirmPanelProps) {
  const { route, found, attempt, changedFrom, isRefreshing } = step;
  const [first, last] = [route.swaps[0], route.swaps.at(-1)];
  if (!first || !last) return null;
  return (
    <Card className="confirm-panel">
      <div className="confirm-panel__head">
        <h2>Route details</h2>
        <ModeChip mode="public" />
        <RouteTags route={route} />
      </div>
      {mayHaveStarted(attempt) ? null : (
        <QuoteAge expiresAt={found.expiresAt} isRefreshing={isRefreshing} onRefresh={onRefresh} />
      )}
      {changedFrom === null ? null : (
        <Notice tone="warn" title="The rate has changed." isAlert>
          It was {amountText(changedFrom, last.to)} and is now{' '}
          {amountText(route.outputAmount, last.to)}. Confirm to accept it.
        </Notice>
      )}
      <div className="confirm-panel__ends">
        <End asset={first.from} amount={first.fromAmount} />
        <span className="confirm-panel__arrow">
          <ArrowRight className="icon" size={18} aria-hidden="true" />
        </span>
        <End asset={last.to} amount={route.outputAmount} />
      </div>
      <ol className="confirm-panel__legs">
        {route.swaps.flatMap((hop) =>
          legsOf([hop]).map((leg) => (
            <li key={`${leg.from.blockchain} ${leg.from.symbol} ${leg.to.symbol}`}>
              <b>{swapperName(leg.swapperId)}</b>
              {leg.from === hop.from ? (
                <span className="confirm-panel__cost">
                  {totalSeconds([hop])} s · {totalFeeText([hop])}
                </span>
              ) : null}
              <LegAmounts leg={leg} />
            </li>
          )),
        )}
      </ol>
      <PriceWarnings route={route} />
      <SlippageWarning slippageBps={slippageBps} />
      <Summary
        rows={[
          {
            label: 'Minimum received',
            value: minimumText(route, slippageBps),
            note: `${slippagePercent(slippageBps)}% slippage`,
          },
          { label: 'Total fee', value: totalFeeText(route.swaps, 6) },
          { label: 'Total average time', value: `${totalSeconds(route.swaps)} seconds` },
          {
            label: 'Source wallet',
            value: account === null ? '—' : <FullAddress address={account} />,
            isStacked: true,
          },
        ]}
      />
    </Card>
  );
}

function End({ asset, amount }: { asset: SwapAsset; amount: string }) {
  return (
    <div className="confirm-panel__end">
      <span>
        <Mark src={asset.blockchainLogo} letters={asset.chain} size={16} shape="tile" />
        {asset.chain}
      </span>
      <b>{confirmText(amount, asset)}</b>
      <span>{valueText(amount, asset) ?? 'No price'}</span>
    </div>
  );
}
