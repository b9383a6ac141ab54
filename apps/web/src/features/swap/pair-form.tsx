import { ArrowUpDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import type { SwapForm, SwapStep } from './swap-flow.ts';
import { isRunning, LABEL_BY_STEP } from './swap-flow.ts';
import { ReceiveAmount, SellAmount, SellBalance, SwapSide } from './swap-side.tsx';
import type { SwapModel } from './use-swap.ts';

interface PairFormProps {
  model: SwapModel;
  /** The sides with the prices that the screen shows. */
  sides: Pick<SwapForm, 'sell' | 'receive'>;
  coins: readonly Coin[];
  isHidden: boolean;
}

/** Both sides of the pair. Its submission only ever looks for routes; the confirmation has a button of its own. */
export function PairForm({ model, sides, coins, isHidden }: PairFormProps) {
  const { state, dispatch, coin } = model;
  const { form, step } = state;
  const isDisabled = isRunning(step) || step.at === 'SwapSuccess';
  const error = step.at === 'SelectSwapPair' ? step.error : null;
  const shared = { coins, isHidden, isDisabled, dispatch };
  return (
    <form
      className="swap-widget__pair"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (step.at === 'SelectSwapPair') model.findRoutes();
      }}
    >
      <SwapSide
        {...shared}
        name="sell"
        side={sides.sell}
        aside={
          <SellBalance
            coin={coin}
            isHidden={isHidden}
            isDisabled={isDisabled}
            dispatch={dispatch}
          />
        }
      >
        <SellAmount
          amount={form.amount}
          side={sides.sell}
          isDisabled={isDisabled}
          hasProblem={error !== null}
          dispatch={dispatch}
        />
      </SwapSide>
      <button
        type="button"
        className="swap-widget__flip"
        aria-label={t('Swap the two sides')}
        disabled={isDisabled}
        onClick={() => dispatch({ type: 'sides-flipped' })}
      >
        <ArrowUpDown className="icon" size={18} aria-hidden="true" />
      </button>
      <SwapSide {...shared} name="receive" side={sides.receive}>
        <ReceiveAmount output={outputOf(step)} side={sides.receive} />
      </SwapSide>
      <PairActions model={model} />
      {error === null ? null : <FormAlert>{error}</FormAlert>}
    </form>
  );
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

/** Find Route, and Back from the routes. Later steps have their buttons below what they are about. */
function PairActions({ model }: { model: SwapModel }) {
  const { step } = model.state;
  const findRef = useFocusAfterReturn(step.at);
  if (step.at === 'SelectSwapPair') {
    return (
      <div className="swap-widget__actions">
        <Button
          ref={findRef}
          variant="filled"
          size="lg"
          type="submit"
          isBusy={step.search === 'finding'}
          busyLabel={t('Finding routes')}
        >
          {LABEL_BY_STEP[step.at]}
        </Button>
      </div>
    );
  }
  if (step.at !== 'ShowRoute') return null;
  return (
    <>
      <div className="swap-widget__actions">
        <Button size="lg" onClick={() => model.dispatch({ type: 'went-back' })}>
          {t('Back')}
        </Button>
      </div>
      <p className="swap-widget__hint">{t('Select a route to continue')}</p>
    </>
  );
}

/** Focuses Find Route when the pair returns and the button that led back is gone. */
function useFocusAfterReturn(at: SwapStep['at']) {
  const ref = useRef<HTMLButtonElement>(null);
  const before = useRef(at);
  useEffect(() => {
    const hasReturned = at === 'SelectSwapPair' && before.current !== at;
    before.current = at;
    if (hasReturned && document.activeElement === document.body) ref.current?.focus();
  }, [at]);
  return ref;
}
