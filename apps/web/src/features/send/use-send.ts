import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useReducer, useState } from 'react';
import type { Coin } from '#wire/wallet/coin';
import type { ChosenRecipient } from '../../contacts/chosen-recipient.ts';
import { useSavePaid } from '../../contacts/use-save-paid.ts';
import type { ApiError } from '../../lib/api-result.ts';
import { useStepsInUrl } from '../../lib/modal-url/use-steps-in-url.ts';
import { type ParsedAmount, readAmount } from '../../money-form/amount-entry.ts';
import { RECIPIENT_KEY } from '../../money-form/api/recipient-facts.ts';
import { isNotApproved, isOutcomeUnknown, keyFor, withNewest } from '../../money-form/attempt.ts';
import type { Estimate } from '../../money-form/missing-figure.tsx';
import { ownDecimalMark } from '../../money-form/own-notation.ts';
import { paysRequest, requestField, startedDraft } from '../../money-form/paid-request.ts';
import { NO_PAYEE, payeeAddress } from '../../money-form/payee.ts';
import { hasFailed } from '../../money-form/quote-query.ts';
import { needsCheck, type RecipientDoubts } from '../../money-form/recipient-doubts.ts';
import { useSavedEntry } from '../../money-form/saved-entry.ts';
import { useGoingToReview } from '../../money-form/use-going-to-review.ts';
import { useRecipientDoubts } from '../../money-form/use-recipient-doubts.ts';
import { useSubmitOnce } from '../../money-form/use-submit-once.ts';
import { useRefreshNotes } from '../../notes/api/notes.ts';
import { isValidNote } from '../../notes/own-note-part.ts';
import { showToast } from '../../state/toast.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { type FeeQuote, useFeeQuote } from './api/quote-send.ts';
import { sendPayment } from './api/send-tokens.ts';
import { feeProblemOf } from './fee-problem.ts';
import { hasInput, SEND_ENTRY, useSavingSend } from './send-entry.ts';
import {
  type Draft,
  emptyDraft,
  type FilledIn,
  type IssuedPayment,
  type Payment,
  type SendEvent,
  type SendState,
  sendFlow,
  startSend,
} from './send-flow.ts';
import { type KnownRecipient, useRecipient } from './use-recipient.ts';
import { type PrivateOption, useVisibility, type VisibilityChoice } from './use-visibility.ts';

const QUOTE_AFTER_MS = 300;
const NOTHING_ENTERED = { ...NO_PAYEE, ownNote: '' };

export interface Send {
  readonly state: SendState;
  readonly dispatch: Dispatch<SendEvent>;
  readonly coin: Coin;
  readonly amount: ParsedAmount;
  readonly quote: FeeQuote | null;
  readonly estimate: Estimate;
  /** The error when the native coin does not cover the fee; null otherwise. */
  readonly feeProblem: string | null;
  readonly recipient: KnownRecipient;
  /** What the review says about the recipient; null before it, and while something is loading. */
  readonly doubts: RecipientDoubts | null;
  /** Null when there is nothing to choose. */
  readonly choice: VisibilityChoice | null;
  readonly canContinue: boolean;
  readonly canReview: boolean;
  /** Review was asked for and comes as soon as the address is checked. */
  readonly isReviewing: boolean;
  readonly canConfirm: boolean;
  /** Whether what is entered is what its payment request asks for; null where there is none. */
  readonly isRequestPaid: boolean | null;
  readonly continueToRecipient: () => void;
  readonly continueToReview: () => void;
  /** Continues with the private balance, in another form; undefined where there is none. */
  readonly sendPrivately: ((chosen: ChosenRecipient) => void) | undefined;
  readonly confirm: () => void;
}

export interface SendOptions {
  readonly isOpen: boolean;
  readonly firstCoin: Coin;
  readonly filledIn: FilledIn | undefined;
  readonly coins: readonly Coin[];
  readonly onSent: () => void;
  /** Called with whether closing the form would lose something. */
  readonly onInput: (hasInput: boolean) => void;
  readonly privateOption: PrivateOption | undefined;
}

/** The state and actions of Send Assets, without the UI: the flow, live quotes and checks, and the final request. */
export function useSend(options: SendOptions): Send {
  const { firstCoin, coins } = options;
  const { state, dispatch, save, started } = useStarted(options);
  const tokenId = state.at === 'transaction' ? state.tokenId : state.draft.tokenId;
  const coin = coins.find(({ id }) => id === tokenId) ?? firstCoin;
  const { amount, quote, estimate } = useQuotedAmount(state, coin);
  const hasRecipient = state.at === 'recipient' || state.at === 'review';
  const payee = hasRecipient ? state.draft : NOTHING_ENTERED;
  const recipient = useRecipient(payeeAddress(payee), coin, coins);
  const facts = recipient.at === 'known' ? recipient.facts : null;
  const doubts = useRecipientDoubts({
    address: state.at === 'review' ? (facts?.address ?? null) : null,
    chosen: payee.chosen,
    facts,
    areFactsLost: false,
  });
  const choice = useVisibility(state, coin, options.privateOption);
  const pay = usePay(dispatch, options, payee);
  const feeProblem = feeProblemOf(coin, coins, quote);
  const canContinue = amount.units !== null && feeProblem === null;
  const payment = paymentOf(state, coin, recipient);

  function continueToRecipient() {
    if (canContinue && amount.units !== null) dispatch({ type: 'continued', units: amount.units });
  }

  function confirm() {
    if (state.at !== 'review' || payment === null || !canConfirm(state, doubts)) return;
    const issued = keyFor(payment, state.issued, crypto.randomUUID());
    save({ draft: state.draft, issued: withNewest(state.issued, issued) });
    pay(issued);
  }

  const isPrivate = choice?.visibility === 'private';
  const { continueToReview, isReviewing } = useReview({ state, recipient, dispatch }, payment);
  const sendPrivately = privatelyWith(state, coin, options.privateOption);
  useGoingToReview(started.goesToReview ? ['amount', 'recipient'] : [], {
    draft: state.at === 'transaction' ? started : state.draft,
    at: state.at,
    canContinue: state.at === 'amount' ? canContinue && estimate !== 'loading' : true,
    onContinue: state.at === 'amount' ? continueToRecipient : continueToReview,
  });

  return {
    state,
    dispatch,
    coin,
    amount,
    quote,
    estimate,
    feeProblem,
    recipient,
    doubts,
    choice,
    canContinue,
    canReview: isPrivate || recipient.at === 'known' || recipient.at === 'checking',
    canConfirm: canConfirm(state, doubts),
    isRequestPaid: isRequestPaid(state, coin, amount),
    continueToRecipient,
    isReviewing,
    continueToReview: () => {
      if (isPrivate) sendPrivately?.(choice.chosen);
      else continueToReview();
    },
    sendPrivately,
    confirm,
  };
}

/** @returns what goes on with the private balance; undefined where there is none */
function privatelyWith(
  state: SendState,
  coin: Coin,
  option: PrivateOption | undefined,
): Send['sendPrivately'] {
  if (option === undefined) return undefined;
  const units = state.at === 'recipient' ? state.units : null;
  return (chosen) => option.handOver('internal-transfer', { coin, units, chosen });
}

/** The flow, which starts with what was entered before a reload, or with what the form was filled in with. */
function useStarted(options: SendOptions) {
  const { firstCoin, filledIn } = options;
  const saved = useSavedEntry<Draft, Payment>(SEND_ENTRY.name, SEND_ENTRY);
  const [started] = useState(() =>
    startedDraft(saved.draft ?? emptyDraft(firstCoin.id, filledIn, ownDecimalMark())),
  );
  const [state, dispatch] = useReducer(sendFlow, startSend(started.draft, saved.issued));
  const save = useKept(state, dispatch, options);
  return { state, dispatch, save, started };
}

/** Keeps the steps in the URL, and what was entered across a reload. */
function useKept(
  state: SendState,
  dispatch: Dispatch<SendEvent>,
  { isOpen, filledIn, onInput }: SendOptions,
) {
  const isDone = state.at === 'transaction';
  useStepsInUrl({
    isOpen,
    steps: ['amount', 'recipient', 'review'],
    current: isDone ? null : state.at,
    last: isDone ? { step: 'transaction', operation: state.operation.id } : null,
    canGoBack: state.at !== 'review' || state.attempt.at !== 'sending',
    onBack: () => dispatch({ type: 'went-back' }),
  });
  const isLossy = hasInput(state, filledIn);
  useEffect(() => onInput(isLossy), [isLossy, onInput]);
  return useSavingSend(state, isOpen);
}

/** Goes on to the review, at once or as soon as the address is checked: Enter right after pasting is no mistake. */
function useReview(
  { state, recipient, dispatch }: Pick<Send, 'state' | 'recipient' | 'dispatch'>,
  payment: Payment | null,
): Pick<Send, 'isReviewing' | 'continueToReview'> {
  const text = state.at === 'recipient' ? state.draft.recipient : null;
  const [requestedFor, setRequestedFor] = useState<string | null>(null);
  const isReviewing = text !== null && text === requestedFor && recipient.at === 'checking';
  const isReady = text !== null && text === requestedFor && payment !== null;
  useEffect(() => {
    if (!isReady || payment === null) return;
    setRequestedFor(null);
    dispatch({ type: 'reviewed', payment });
  });
  return { isReviewing, continueToReview: () => setRequestedFor(text) };
}

function paymentOf(state: SendState, coin: Coin, recipient: KnownRecipient): Payment | null {
  if ((state.at !== 'recipient' && state.at !== 'review') || recipient.at !== 'known') return null;
  const payment = {
    tokenId: coin.id,
    units: state.units,
    recipientAddress: recipient.facts.address,
  };
  return { ...payment, ...requestField(state.draft.request, payment) };
}

function isRequestPaid(state: SendState, coin: Coin, amount: ParsedAmount): boolean | null {
  if (state.at === 'transaction' || state.draft.request === undefined) return null;
  const units = state.at === 'amount' ? amount.entered : state.units;
  const recipientAddress = payeeAddress(state.draft);
  return paysRequest(state.draft.request, { tokenId: coin.id, units, recipientAddress });
}

/** Reads the amount together with its fee: MAX depends on the fee, and the fee on the amount. */
function useQuotedAmount(state: SendState, coin: Coin) {
  const entry = state.at === 'transaction' ? NO_AMOUNT : state.draft.amount;
  const decimalMark = ownDecimalMark();
  const isTyped = entry.kind === 'typed';
  const typed = isTyped ? readAmount(entry, coin, { quote: null, decimalMark }).units : null;
  const query = useFeeQuote({
    tokenId: coin.id,
    amount: useDebounced(typed, QUOTE_AFTER_MS),
    isWanted: state.at !== 'transaction',
  });
  const { data = null } = query;
  const missing: Estimate = hasFailed(query) ? 'failed' : 'loading';
  return {
    amount: readAmount(entry, coin, { quote: data, decimalMark }),
    quote: data,
    estimate: data === null ? missing : 'known',
  } as const;
}

const NO_AMOUNT = { kind: 'typed', text: '', unit: 'coin' } as const;

function usePay(
  dispatch: Dispatch<SendEvent>,
  { isOpen, onSent }: Pick<SendOptions, 'isOpen' | 'onSent'>,
  { chosen, ownNote }: Pick<Draft, 'chosen' | 'ownNote'>,
) {
  const client = useQueryClient();
  const savePaid = useSavePaid();
  const refreshNotes = useRefreshNotes();
  return useSubmitOnce((issued: IssuedPayment) => sendPayment(issued, ownNote), {
    isOpen,
    onBegin: (issued) => dispatch({ type: 'confirmed', issued }),
    onPreparing: (waitsFor) => dispatch({ type: 'preparing', waitsFor }),
    onAccepted: (operation) => {
      dispatch({ type: 'sent', operation });
      // The recipient is no longer new.
      client.removeQueries({ queryKey: RECIPIENT_KEY });
      savePaid(chosen);
      if (ownNote !== '') refreshNotes();
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

function canConfirm(state: SendState, doubts: RecipientDoubts | null): boolean {
  if (state.at !== 'review' || doubts === null) return false;
  return isValidNote(state.draft.ownNote) && (state.hasChecked || !needsCheck(doubts));
}
