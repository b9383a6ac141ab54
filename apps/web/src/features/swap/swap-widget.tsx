import './swap-widget.css';
import { ArrowUpDown, Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { SLIPPAGE_OPTIONS_BPS, slippagePercent } from '#domain/swap/slippage';
import type { Coin } from '#wire/wallet/coin';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ConfirmPanel } from './confirm-panel.tsx';
import { isUnconfirmed } from './is-unconfirmed.ts';
import { RouteList } from './route-list.tsx';
import { isRunning, LABEL_BY_STEP, type SwapStep } from './swap-flow.ts';
import { SwapInProgress } from './swap-in-progress.tsx';
import { SwapProgress } from './swap-progress.tsx';
import { ReceiveAmount, SellAmount, SellBalance, SwapSide } from './swap-side.tsx';
import { SlippageWarning } from './swap-warnings.tsx';
import { TokenPrice } from './token-price.tsx';
import type { SwapModel } from './use-swap.ts';

interface SwapWidgetProps {
  model: SwapModel;
  coins: readonly Coin[];
  isHidden: boolean;
  isSettingsOpen: boolean;
  /** Renders a link to a swap in the history. */
  renderHistoryLink: (requestId: string) => ReactNode;
}

/** Swap (§2): the pair on the left, the current step on the right. */
export function SwapWidget(props: SwapWidgetProps) {
  const { coins, isHidden, model } = props;
  const { state, dispatch, coin } = model;
  const { form, step } = state;
  const isLocked = isRunning(step) || step.at === 'SwapSuccess';
  const error = step.at === 'SelectSwapPair' ? step.error : null;
  return (
    <div className="swap-widget">
      <form
        className="swap-widget__pair"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          press(model);
        }}
      >
        <SwapSide
          name="sell"
          side={form.sell}
          coins={coins}
          isHidden={isHidden}
          isDisabled={isLocked}
          dispatch={dispatch}
          aside={
            <SellBalance
              coin={coin}
              isHidden={isHidden}
              isDisabled={isLocked}
              dispatch={dispatch}
            />
          }
        >
          <SellAmount
            amount={form.amount}
            side={form.sell}
            isDisabled={isLocked}
            hasProblem={error !== null}
            dispatch={dispatch}
          />
        </SwapSide>
        <button
          type="button"
          className="swap-widget__flip"
          aria-label="Swap the two sides"
          disabled={isLocked}
          onClick={() => dispatch({ type: 'sides-flipped' })}
        >
          <ArrowUpDown className="icon" size={18} aria-hidden="true" />
        </button>
        <SwapSide
          name="receive"
          side={form.receive}
          coins={coins}
          isHidden={isHidden}
          isDisabled={isLocked}
          dispatch={dispatch}
        >
          <ReceiveAmount output={outputOf(step)} side={form.receive} />
        </SwapSide>
        <Actions model={model} />
        {error === null ? null : <FormAlert>{error}</FormAlert>}
      </form>
      <div className="swap-widget__aside">
        {props.isSettingsOpen ? <SlippagePanel model={model} /> : null}
        <StepAside {...props} />
      </div>
    </div>
  );
}

function press(model: SwapModel): void {
  if (model.state.step.at === 'SelectSwapPair') model.findRoutes();
  else if (model.state.step.at === 'ConfirmSwap') model.confirm();
}

function labelOf(step: SwapStep): string {
  const isOpen = step.at === 'SwapSuccess' && isUnconfirmed(step.swap);
  return isOpen ? 'Not confirmed' : LABEL_BY_STEP[step.at];
}

function outputOf(step: SwapStep): string | null {
  switch (step.at) {
    case 'SelectSwapPair':
      return null;
    case 'ShowRoute':
      return step.found.results[0]?.outputAmount ?? null;
    case 'ConfirmSwap':
      return step.route.outputAmount;
    case 'SwapSuccess':
      return step.swap.outputAmount;
  }
}

function Actions({ model }: { model: SwapModel }) {
  const { step } = model.state;
  const isBusy = isRunning(step) || (step.at === 'SelectSwapPair' && step.search === 'finding');
  const canGoBack = step.at === 'ShowRoute' || step.at === 'ConfirmSwap';
  return (
    <>
      <div className="swap-widget__actions">
        {canGoBack ? (
          <Button
            key="back"
            size="lg"
            disabled={isRunning(step)}
            onClick={() => model.dispatch({ type: 'went-back' })}
          >
            Back
          </Button>
        ) : null}
        {step.at === 'SwapSuccess' ? (
          <Button key="again" size="lg" onClick={model.reset}>
            New swap
          </Button>
        ) : null}
        <Button
          key="go"
          variant="filled"
          size="lg"
          type="submit"
          isBusy={isBusy}
          busyLabel={step.at === 'SelectSwapPair' ? 'Finding routes' : 'Swapping'}
          disabled={step.at === 'ShowRoute' || step.at === 'SwapSuccess'}
        >
          {labelOf(step)}
        </Button>
      </div>
      {step.at === 'ShowRoute' ? (
        <p className="swap-widget__hint">Select a route to continue</p>
      ) : null}
    </>
  );
}

function SlippagePanel({ model }: { model: SwapModel }) {
  const { form, step } = model.state;
  const options = SLIPPAGE_OPTIONS_BPS.map((bps) => ({
    value: String(bps),
    label: `${slippagePercent(bps)}%`,
  }));
  return (
    <Card className="slippage-panel">
      <div className="slippage-panel__head">
        <h2>Slippage</h2>
        <span>How far the price can move against you</span>
      </div>
      <Segmented
        label="Slippage"
        value={String(form.slippageBps)}
        options={options}
        onChange={(value) => {
          const slippageBps = SLIPPAGE_OPTIONS_BPS.find((bps) => String(bps) === value);
          if (slippageBps !== undefined && !isRunning(step)) {
            model.dispatch({ type: 'slippage-chosen', slippageBps });
          }
        }}
      />
      <SlippageWarning slippageBps={form.slippageBps} />
    </Card>
  );
}

function StepAside(props: SwapWidgetProps) {
  const { model, coins, isHidden, renderHistoryLink } = props;
  const { form, step } = model.state;
  switch (step.at) {
    case 'SelectSwapPair':
      return (
        <>
          <SwapInProgress isHidden={isHidden} renderHistoryLink={renderHistoryLink} />
          {model.listFailure === null ? null : (
            <Card>
              <ErrorState title="Can’t reach the exchange" onRetry={model.reloadList}>
                {model.listFailure}
              </ErrorState>
            </Card>
          )}
          <PairAside step={step} symbol={form.sell.token?.symbol ?? null} />
          {form.receive.token ? <TokenPrice token={form.receive.token} /> : null}
        </>
      );
    case 'ShowRoute':
      return (
        <RouteList
          found={step.found}
          isRefreshing={step.isRefreshing}
          onRefresh={model.refreshRoutes}
          onSelect={model.selectRoute}
        />
      );
    case 'ConfirmSwap': {
      const { attempt } = step;
      if (attempt.at === 'swapping') {
        return (
          <Card className="swap-live">
            <h2>Swapping</h2>
            <SwapProgress swap={attempt.swap} isHidden={false} />
            {renderHistoryLink(attempt.swap.requestId)}
          </Card>
        );
      }
      return (
        <>
          {attempt.at === 'failed' ? (
            <FormAlert title={attempt.isUnknown ? 'We don’t know yet whether it started.' : null}>
              {attempt.message}
            </FormAlert>
          ) : null}
          <ConfirmPanel
            step={step}
            slippageBps={form.slippageBps}
            account={model.coin?.walletAddress ?? coins[0]?.walletAddress ?? null}
            onRefresh={model.refreshRoutes}
          />
        </>
      );
    }
    case 'SwapSuccess':
      return (
        <Card className="swap-live">
          <h2>{isUnconfirmed(step.swap) ? 'Delivery not confirmed' : 'Swap Successful'}</h2>
          <SwapProgress swap={step.swap} isHidden={false} />
          {renderHistoryLink(step.swap.requestId)}
        </Card>
      );
  }
}

interface PairAsideProps {
  step: Extract<SwapStep, { at: 'SelectSwapPair' }>;
  symbol: string | null;
}

function PairAside({ step, symbol }: PairAsideProps) {
  const { minimumAmount, search, diagnosis } = step;
  return (
    <>
      {search === 'none' ? (
        <Notice tone="bad" title="No routes available for the selected tokens and amount." isAlert>
          No routes found. Please adjust your swap details. {diagnosis}
        </Notice>
      ) : null}
      <Notice tone="accent" title="Want to shield it afterwards?">
        Convert your tokens to USDC on Polygon, then move them to your private balance.
      </Notice>
      <Notice icon={<Coins className="icon" size={18} aria-hidden="true" />}>
        The amount must meet the exchange’s minimum.
        {minimumAmount === null || symbol === null ? null : (
          <>
            {' '}
            For this pair, it’s{' '}
            <b>
              {minimumAmount} {symbol}
            </b>
            .
          </>
        )}
      </Notice>
    </>
  );
}
