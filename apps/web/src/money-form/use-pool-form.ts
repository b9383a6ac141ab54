import { type Dispatch, useReducer } from 'react';
import type { Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { type ApiError, type ApiResult, reasonOf } from '../lib/api-result.ts';
import { showToast } from '../state/toast.ts';
import { asSentence } from './as-sentence.ts';
import { isNotApproved, isOutcomeUnknown, keyFor } from './attempt.ts';
import {
  type IssuedPoolRequest,
  type PoolDraft,
  type PoolEvent,
  type PoolState,
  poolFlow,
  startPoolFlow,
} from './pool-flow.ts';
import type { PoolQuote, UseQuote } from './quote-query.ts';
import { type PoolAmount, usePoolAmount } from './use-pool-amount.ts';
import { useSubmitOnce } from './use-submit-once.ts';

interface PoolFormOptions<Q extends PoolQuote> {
  readonly isOpen: boolean;
  readonly start: PoolDraft;
  readonly coins: readonly Coin[];
  readonly firstCoin: Coin;
  readonly useQuote: UseQuote<Q>;
  readonly make: (issued: IssuedPoolRequest) => Promise<ApiResult<OperationView>>;
  /** The message when the server gives no reason (§8). */
  readonly fallback: string;
  readonly onStarted: () => void;
}

export interface PoolForm<Q extends PoolQuote> extends PoolAmount<Q> {
  readonly state: PoolState;
  readonly dispatch: Dispatch<PoolEvent>;
  readonly coin: Coin;
  /** Continues to the confirm step if the amount is valid. */
  readonly continueToConfirm: () => void;
  /** Submits once, however often it is called. */
  readonly confirm: (recipientAddress: string) => void;
}

/** The logic of a shield, transfer or unshield form: its steps, its quotes and its submission. */
export function usePoolForm<Q extends PoolQuote>(options: PoolFormOptions<Q>): PoolForm<Q> {
  const { isOpen, coins, firstCoin, fallback, onStarted } = options;
  const [state, dispatch] = useReducer(poolFlow, options.start, startPoolFlow);
  const coin = coins.find(({ id }) => id === state.draft.tokenId) ?? firstCoin;
  const entered = usePoolAmount(options.useQuote, state, coin);
  const submit = useSubmitOnce(options.make, {
    isOpen,
    onBegin: (issued) => dispatch({ type: 'confirmed', issued }),
    onPreparing: (waitsFor) => dispatch({ type: 'preparing', waitsFor }),
    onAccepted: (operation) => {
      dispatch({ type: 'accepted', operation });
      onStarted();
    },
    onRefused: (error, isGone) => {
      const message = reasonOf(error) ?? fallback;
      dispatch({ type: 'refused', error: { ...error, message } });
      if (isGone && !isNotApproved(error)) notifyAfterClosing(error, message);
    },
  });

  function continueToConfirm() {
    const { units } = entered.amount;
    if (state.at === 'form' && units !== null) dispatch({ type: 'continued', units });
  }

  function confirm(recipientAddress: string) {
    if (state.at !== 'confirm') return;
    const { units, draft, issued } = state;
    const sendWithinMinutes = draft.sendWithinMinutes;
    const request = { tokenId: coin.id, units, recipientAddress, sendWithinMinutes };
    void submit(keyFor(request, issued, crypto.randomUUID()));
  }

  return { ...entered, state, dispatch, coin, continueToConfirm, confirm };
}

function notifyAfterClosing(error: ApiError, message: string): void {
  const outcome = isOutcomeUnknown(error)
    ? 'We don’t know yet whether it was sent.'
    : 'Nothing was sent.';
  showToast(`${asSentence(message)} ${outcome}`, { tone: 'error' });
}
