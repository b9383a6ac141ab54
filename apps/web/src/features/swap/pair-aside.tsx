import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { t, translated } from '#language/t';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { rich } from '../../ui/rich.tsx';
import { BalanceCard } from './balance-card.tsx';
import type { SwapSide, SwapStep } from './swap-flow.ts';
import { SwapInProgress } from './swap-in-progress.tsx';
import { TokenPrice } from './token-price.tsx';
import type { SwapModel } from './use-swap.ts';

interface PairAsideProps {
  model: SwapModel;
  step: Extract<SwapStep, { at: 'SelectSwapPair' }>;
  receive: SwapSide;
  account: string;
  isHidden: boolean;
  renderHistoryLink: (requestId: string) => ReactNode;
}

/** Beside the pair: swaps in progress, why there is no route, the balance that is used, and the minimum. */
export function PairAside(props: PairAsideProps) {
  const { model, step, receive, account, isHidden, renderHistoryLink } = props;
  return (
    <>
      <SwapInProgress isHidden={isHidden} renderHistoryLink={renderHistoryLink} />
      {model.listFailure === null ? null : (
        <Card>
          <ErrorState title={t('Can’t reach the exchange')} onRetry={model.reloadList}>
            {model.listFailure}
          </ErrorState>
        </Card>
      )}
      {step.search === 'none' ? (
        <Notice
          tone="bad"
          title={t('No routes available for the selected tokens and amount.')}
          isAlert
        >
          {t('No routes found. Please adjust your swap details.')}{' '}
          {translated(step.diagnosis ?? '')}
        </Notice>
      ) : null}
      {model.state.unsettled === null ? null : (
        <Notice
          tone="warn"
          title={t('We don’t know yet whether your last swap started.')}
          action={
            <Button size="sm" onClick={() => model.dispatch({ type: 'returned' })}>
              {t('Check again')}
            </Button>
          }
        >
          {t('Check it before you start another one.')}
        </Notice>
      )}
      <BalanceCard account={account} />
      <MinimumNotice
        minimumAmount={step.minimumAmount}
        symbol={model.state.form.sell.token?.symbol ?? null}
      />
      {receive.token ? <TokenPrice token={receive.token} /> : null}
    </>
  );
}

interface MinimumNoticeProps {
  minimumAmount: string | null;
  symbol: string | null;
}

function MinimumNotice({ minimumAmount, symbol }: MinimumNoticeProps) {
  return (
    <Notice icon={<Coins className="icon" size={18} aria-hidden="true" />}>
      {t('The amount must meet the exchange’s minimum.')}
      {minimumAmount === null || symbol === null ? null : (
        <>
          {' '}
          {rich('For this pair, it’s <b>{amount} {symbol}</b>.', {
            amount: minimumAmount,
            symbol,
            b: (inside) => <b>{inside}</b>,
          })}
        </>
      )}
    </Notice>
  );
}
