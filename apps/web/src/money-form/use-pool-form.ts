import { type Dispatch, useEffect, useReducer, useState } from 'react';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { type ApiError, type ApiResult, reasonOf } from '../lib/api-result.ts';
import { useStepsInUrl } from '../lib/modal-url/use-steps-in-url.ts';
import { showToast } from '../state/toast.ts';
import { asSentence } from './as-sentence.ts';
import { isNotApproved, isOutcomeUnknown, keyFor, withNewest } from './attempt.ts';
import { startedDraft } from './paid-request.ts';
import { isLossy, issuedInDoubt, POOL_ENTRY } from './pool-entry.ts';
import {
  type IssuedPoolRequest,
  type PoolDraft,
  type PoolEvent,
  type PoolRequest,
  type PoolState,
  poolFlow,
  requestOf,
  startPoolFlow,
} from './pool-flow.ts';
import type { PoolQuote, UseQuote } from './quote-query.ts';
import { useSavedEntry, useSaving } from './saved-entry.ts';
import { type PoolAmount, usePoolAmount } from './use-pool-amount.ts';
import { useSubmitOnce } from './use-submit-once.ts';

interface PoolFormOptions<Q extends PoolQuote> {
  /** Under which a reload finds what was entered, such as `shield`. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly start: PoolDraft;
  readonly coins: readonly Coin[];
  readonly firstCoin: Coin;
  readonly useQuote: UseQuote<Q>;
  readonly make: (
    issued: IssuedPoolRequest,
    draft: PoolDraft,
    coin: Coin,
  ) => Promise<ApiResult<OperationView>>;
  /** The message when the server gives no reason (§8). */
  readonly fallback: string;
  /** Called with what was entered, once it is accepted. */
  readonly onStarted: (draft: PoolDraft) => void;
  /** Called with whether closing the form would lose something. */
  readonly onInput: (hasInput: boolean) => void;
}

export interface PoolForm<Q extends PoolQuote> extends PoolAmount<Q> {
  readonly state: PoolState;
  readonly dispatch: Dispatch<PoolEvent>;
  readonly coin: Coin;
  /** Continues to the confirm step if the amount is valid. */
  readonly continueToConfirm: () => void;
  /** It was filled in, and goes on to the confirm step by itself. */
  readonly goesToReview: boolean;
  /** Submits once, however often it is called. */
  readonly confirm: (recipientAddress: string) => void;
}

/** The logic of a shield, transfer or unshield form: its steps, its quotes and its submission. */
export function usePoolForm<Q extends PoolQuote>(options: PoolFormOptions<Q>): PoolForm<Q> {
  const { isOpen, coins, firstCoin, fallback, onStarted } = options;
  const saved = useSavedEntry<PoolDraft, PoolRequest>(options.name, POOL_ENTRY);
  const [started] = useState(() => startedDraft(saved.draft ?? options.start));
  const [state, dispatch] = useReducer(poolFlow, startPoolFlow(started.draft, saved.issued));
  const save = useKept(state, dispatch, options);
  const coin = coins.find(({ id }) => id === state.draft.tokenId) ?? firstCoin;
  const entered = usePoolAmount(options.useQuote, state, coin);
  const make = (issued: IssuedPoolRequest) => options.make(issued, state.draft, coin);
  const submit = useSubmitOnce(make, {
    isOpen,
    onBegin: (issued) => dispatch({ type: 'confirmed', issued }),
    onPreparing: (waitsFor) => dispatch({ type: 'preparing', waitsFor }),
    onAccepted: (operation) => {
      dispatch({ type: 'accepted', operation });
      onStarted(state.draft);
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
    const request = requestOf(draft, { tokenId: coin.id, units, recipientAddress });
    const newest = keyFor(request, issued, crypto.randomUUID());
    save({ draft, issued: withNewest(issued, newest) });
    void submit(newest);
  }

  const { goesToReview } = started;
  return { ...entered, state, dispatch, coin, goesToReview, continueToConfirm, confirm };
}

/** Keeps the steps in the URL, and what was entered across a reload. */
function useKept<Q extends PoolQuote>(
  state: PoolState,
  dispatch: Dispatch<PoolEvent>,
  { name, isOpen, start, onInput }: PoolFormOptions<Q>,
) {
  const isTaken = state.at === 'in-progress' || state.at === 'done';
  useStepsInUrl({
    isOpen,
    steps: ['form', 'review'],
    current: isTaken ? null : state.at === 'form' ? 'form' : 'review',
    last: isTaken ? { step: 'progress', operation: state.operation.id } : null,
    canGoBack: state.at !== 'confirm' || state.attempt.at !== 'sending',
    onBack: () => dispatch({ type: 'went-back' }),
  });
  const hasInput = isLossy(state, start);
  useEffect(() => onInput(hasInput), [hasInput, onInput]);
  return useSaving<PoolDraft, PoolRequest>(name, {
    draft: isOpen && !isTaken ? state.draft : null,
    issued: issuedInDoubt(state),
  });
}

function notifyAfterClosing(error: ApiError, message: string): void {
  const outcome = isOutcomeUnknown(error)
    ? t('We don’t know yet whether it was sent.')
    : t('Nothing was sent.');
  showToast(`${asSentence(message)} ${outcome}`, { tone: 'error' });
}
