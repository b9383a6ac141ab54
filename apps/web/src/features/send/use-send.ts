import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useReducer } from 'react';
import type { Coin } from '#wire/wallet/coin';
import type { ApiError } from '../../lib/api-result.ts';
import { type ParsedAmount, readAmount } from '../../money-form/amount-entry.ts';
import { isNotApproved, isOutcomeUnknown, keyFor } from '../../money-form/attempt.ts';
import { costText } from '../../money-form/fee-text.ts';
import { useSubmitOnce } from '../../money-form/use-submit-once.ts';
import { showToast } from '../../state/toast.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { type FeeQuote, RECIPIENT_KEY, useFeeQuote } from './api/quote-send.ts';
import { sendPayment } from './api/send-tokens.ts';
import { type FilledIn, type SendEvent, type SendState, sendFlow, startSend } from './send-flow.ts';
import { type KnownRecipient, useRecipient } from './use-recipient.ts';

const QUOTE_AFTER_MS = 300;

export interface Send {
  readonly state: SendState;
  readonly dispatch: Dispatch<SendEvent>;
  readonly coin: Coin;
  readonly amount: ParsedAmount;
  readonly quote: FeeQuote | null;
  /** The error when the native coin does not cover the fee; null otherwise. */
  readonly feeProblem: string | null;
  readonly recipient: KnownRecipient;
  readonly canContinue: boolean;
  readonly canConfirm: boolean;
  readonly continueToRecipient: () => void;
  readonly confirm: () => void;
}

interface SendOptions {
  readonly isOpen: boolean;
  readonly firstCoin: Coin;
  readonly filledIn: FilledIn | undefined;
  readonly coins: readonly Coin[];
  readonly onSent: () => void;
}

/** The state and actions of Send Assets, without the UI: the flow, live quotes and checks, and the final request. */
export function useSend(options: SendOptions): Send {
  const { firstCoin, filledIn, coins } = options;
  const [state, dispatch] = useReducer(sendFlow, firstCoin.id, (id) => startSend(id, filledIn));
  const tokenId = state.at === 'transaction' ? state.tokenId : state.draft.tokenId;
  const coin = coins.find(({ id }) => id === tokenId) ?? firstCoin;
  const { amount, quote } = useQuotedAmount(state, coin);
  const recipientText = state.at === 'recipient' ? state.draft.recipient : '';
  const recipient = useRecipient(recipientText, coin, coins);
  const pay = usePay(dispatch, options);

  const feeProblem = feeProblemOf(coin, coins, quote);
  const canContinue = amount.units !== null && feeProblem === null;
  const canConfirm = state.at === 'recipient' && isPayable(recipient, state.draft.hasCompared);

  function continueToRecipient() {
    if (canContinue && amount.units !== null) dispatch({ type: 'continued', units: amount.units });
  }

  function confirm() {
    if (state.at !== 'recipient' || recipient.at !== 'known' || !canConfirm) return;
    const { units, issued } = state;
    const payment = { tokenId: coin.id, units, recipientAddress: recipient.facts.address };
    pay(keyFor(payment, issued, crypto.randomUUID()));
  }

  return {
    state,
    dispatch,
    coin,
    amount,
    quote,
    feeProblem,
    recipient,
    canContinue,
    canConfirm,
    continueToRecipient,
    confirm,
  };
}

/** Reads the amount together with its fee: MAX depends on the fee, and the fee on the amount. */
function useQuotedAmount(state: SendState, coin: Coin) {
  const entry = state.at === 'transaction' ? NO_AMOUNT : state.draft.amount;
  const isTyped = entry.kind === 'typed';
  const typed = isTyped ? readAmount(entry, coin, null).units : null;
  const { data = null } = useFeeQuote({
    tokenId: coin.id,
    amount: useDebounced(typed, QUOTE_AFTER_MS),
    isWanted: state.at !== 'transaction',
  });
  return { amount: readAmount(entry, coin, data), quote: data };
}

const NO_AMOUNT = { kind: 'typed', text: '' } as const;

function usePay(
  dispatch: Dispatch<SendEvent>,
  { isOpen, onSent }: Pick<SendOptions, 'isOpen' | 'onSent'>,
) {
  const client = useQueryClient();
  return useSubmitOnce(sendPayment, {
    isOpen,
    onBegin: (issued) => dispatch({ type: 'confirmed', issued }),
    onPreparing: (waitsFor) => dispatch({ type: 'preparing', waitsFor }),
    onAccepted: (operation) => {
      dispatch({ type: 'sent', operation });
      // The recipient is no longer new.
      client.removeQueries({ queryKey: RECIPIENT_KEY });
      onSent();
    },
    onRefused: (error, isGone) => {
      dispatch({ type: 'refused', error });
      if (isGone && !isNotApproved(error)) notifyAfterClosing(error);
    },
  });
}

function notifyAfterClosing(error: ApiError): void {
  const outcome = isOutcomeUnknown(error)
    ? 'We don’t know yet whether it was sent.'
    : 'Nothing was sent.';
  showToast(`Your payment wasn’t confirmed. ${error.message} ${outcome}`, { tone: 'error' });
}

function isPayable(recipient: KnownRecipient, hasCompared: boolean): boolean {
  return recipient.at === 'known' && (recipient.facts.lookAlike === null || hasCompared);
}

/** A token payment pays its fee in the native coin of the same chain. */
function feeProblemOf(coin: Coin, coins: readonly Coin[], quote: FeeQuote | null): string | null {
  const native = coins.find((one) => one.isNative && one.chainId === coin.chainId);
  if (!quote || coin.isNative || !native) return null;
  const needed = BigInt(quote.feeCeiling);
  if (BigInt(native.availableBaseUnits) >= needed) return null;
  return `You need ${costText(needed, quote.feeDecimals)} ${quote.feeSymbol} for the network fee.`;
}
