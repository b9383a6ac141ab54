import './swap-widget.css';
import type { ReactNode } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { ConfirmPanel } from './confirm-panel.tsx';
import { PairAside } from './pair-aside.tsx';
import { PairForm } from './pair-form.tsx';
import { RouteList } from './route-list.tsx';
import { type ShownPrices, shownPrices, withPrice } from './shown-prices.ts';
import { SlippagePanel } from './slippage-panel.tsx';
import { SwapEnded, SwapLive } from './swap-live.tsx';
import type { SwapModel } from './use-swap.ts';

interface SwapWidgetProps {
  model: SwapModel;
  coins: readonly Coin[];
  /** The wallet that pays and receives. */
  account: string;
  isHidden: boolean;
  isSettingsOpen: boolean;
  /** Renders a link to a swap in the history. */
  renderHistoryLink: (requestId: string) => ReactNode;
}

/** Swap (§2): the pair on the left, the current step on the right. Narrow screens fold the pair away to confirm. */
export function SwapWidget(props: SwapWidgetProps) {
  const { model, coins, isHidden, isSettingsOpen } = props;
  const { form, step } = model.state;
  const prices = shownPrices(model.state, coins);
  const sides = {
    sell: withPrice(form.sell, prices.sell),
    receive: withPrice(form.receive, prices.receive),
  };
  return (
    <div className="swap-widget" data-step={step.at}>
      <PairForm model={model} sides={sides} coins={coins} isHidden={isHidden} />
      <div className="swap-widget__aside">
        {isSettingsOpen ? <SlippagePanel model={model} /> : null}
        <StepAside {...props} prices={prices} receive={sides.receive} />
      </div>
    </div>
  );
}

interface StepAsideProps extends SwapWidgetProps {
  prices: ShownPrices;
  receive: ReturnType<typeof withPrice>;
}

function StepAside(props: StepAsideProps) {
  const { model, account, isHidden, prices, receive, renderHistoryLink } = props;
  const { form, step } = model.state;
  switch (step.at) {
    case 'SelectSwapPair':
      return (
        <PairAside
          model={model}
          step={step}
          receive={receive}
          account={account}
          isHidden={isHidden}
          renderHistoryLink={renderHistoryLink}
        />
      );
    case 'ShowRoute':
      return (
        <RouteList
          found={step.found}
          prices={prices}
          isRefreshing={step.isRefreshing}
          onRefresh={model.refreshRoutes}
          onSelect={model.selectRoute}
        />
      );
    case 'ConfirmSwap':
      return step.attempt.at === 'swapping' ? (
        <SwapLive swap={step.attempt.swap} renderHistoryLink={renderHistoryLink} />
      ) : (
        <ConfirmPanel
          step={step}
          slippageBps={form.slippageBps}
          prices={prices}
          account={account}
          onRefresh={model.refreshRoutes}
          onBack={() => model.dispatch({ type: 'went-back' })}
          onConfirm={model.confirm}
        />
      );
    case 'SwapSuccess':
      return (
        <SwapEnded swap={step.swap} renderHistoryLink={renderHistoryLink} onReset={model.reset} />
      );
  }
}
