import { type Dispatch, useEffect, useReducer, useState } from 'react';
import { parseMessage } from '#domain/message/private-message';
import type { Coin } from '#wire/wallet/coin';
import { useLinkRefusal } from '../../claims/use-link-refusal.ts';
import type { ChosenRecipient } from '../../contacts/chosen-recipient.ts';
import { useStepsInUrl } from '../../lib/modal-url/use-steps-in-url.ts';
import type { ParsedAmount } from '../../money-form/amount-entry.ts';
import { keyFor, withNewest } from '../../money-form/attempt.ts';
import type { Estimate } from '../../money-form/missing-figure.tsx';
import { ownDecimalMark } from '../../money-form/own-notation.ts';
import { paysRequest, requestField, startedDraft } from '../../money-form/paid-request.ts';
import { NO_PAYEE, payeeAddress } from '../../money-form/payee.ts';
import { needsCheck, type RecipientDoubts } from '../../money-form/recipient-doubts.ts';
import { useSavedEntry } from '../../money-form/saved-entry.ts';
import { useGoingToReview } from '../../money-form/use-going-to-review.ts';
import { useRecipientDoubts } from '../../money-form/use-recipient-doubts.ts';
import { isValidNote } from '../../notes/own-note-part.ts';
import { feeProblemOf } from './fee-problem.ts';
import type { Quote } from './fee-row.tsx';
import { linkProblemOf } from './link-problem.ts';
import { hasInput, SEND_ENTRY, useSavingSend } from './send-entry.ts';
import {
  type Draft,
  emptyDraft,
  type FilledIn,
  type Payment,
  type SendEvent,
  type SendState,
  sendFlow,
  startSend,
} from './send-flow.ts';
import { usePay } from './use-pay.ts';
import { usePrivateLink } from './use-private-link.ts';
import { useQuotedAmount } from './use-quoted-amount.ts';
import { type KnownRecipient, useRecipient } from './use-recipient.ts';
import { type PrivateOption, useVisibility, type VisibilityChoice } from './use-visibility.ts';

const NOTHING_ENTERED = { ...NO_PAYEE, linkTo: null, ownNote: '' };

export interface Send {
  readonly state: SendState;
  readonly dispatch: Dispatch<SendEvent>;
  readonly coin: Coin;
  readonly amount: ParsedAmount;
  readonly quote: Quote | null;
  readonly estimate: Estimate;
  /** Why a payment by link can't be made; null when it can, and for any other payment. */
  readonly linkProblem: string | null;
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
  /** Continues a payment by link with the private balance; null where that doesn’t suffice. */
  readonly sendLinkPrivately: (() => void) | null;
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
  const { amount, quote, linkQuote, estimate } = useQuotedAmount(state, coin);
  const hasRecipient = state.at === 'recipient' || state.at === 'review';
  const payee = hasRecipient ? state.draft : NOTHING_ENTERED;
  const recipient = useRecipient(payee.linkTo === null ? payeeAddress(payee) : '', coin, coins);
  const doubts = useDoubts(state, recipient, payee.chosen);
  const choice = useVisibility(state, coin, options.privateOption);
  const pay = usePay(dispatch, options, payee);
  const feeProblem = feeProblemOf(coin, coins, quote);
  const canContinue = amount.units !== null && feeProblem === null;
  const payment = paymentOf(state, coin, recipient);
  const linkProblem = useLinkProblem(state, { coin, coins, quote: linkQuote });
  const isConfirmable = payment !== null && canConfirm(state, doubts) && linkProblem === null;

  function continueToRecipient() {
    if (canContinue && amount.units !== null) dispatch({ type: 'continued', units: amount.units });
  }

  function confirm() {
    if (state.at !== 'review' || payment === null || !isConfirmable) return;
    const issued = keyFor(payment, state.issued, crypto.randomUUID());
    save({ draft: state.draft, issued: withNewest(state.issued, issued) });
    pay(issued);
  }

  const isPrivate = choice?.visibility === 'private';
  const isReviewable = canReview(state, { recipient, isPrivate, linkProblem });
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
    canReview: isReviewable,
    canConfirm: isConfirmable,
    linkProblem,
    isRequestPaid: isRequestPaid(state, coin, amount),
    continueToRecipient,
    isReviewing,
    continueToReview: () => {
      if (!isReviewable) return;
      if (isPrivate) sendPrivately?.(choice.chosen);
      else continueToReview();
    },
    sendPrivately,
    sendLinkPrivately: usePrivateLink(state, coin, options.privateOption),
    confirm,
  };
}

function useDoubts(
  { at }: SendState,
  recipient: KnownRecipient,
  chosen: ChosenRecipient | null,
): RecipientDoubts | null {
  const facts = recipient.at === 'known' ? recipient.facts : null;
  const address = at === 'review' ? (facts?.address ?? null) : null;
  return useRecipientDoubts({ address, chosen, facts, areFactsLost: false });
}

function useLinkProblem(
  state: SendState,
  paid: Omit<Parameters<typeof linkProblemOf>[0], 'units'>,
): string | null {
  const refusal = useLinkRefusal();
  if (state.at !== 'recipient' && state.at !== 'review') return null;
  if (state.draft.linkTo !== null && refusal !== null) return refusal;
  return linkProblemOf({ ...paid, units: state.units });
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
  if (state.at !== 'recipient' && state.at !== 'review') return null;
  const { linkTo, message } = state.draft;
  if (linkTo !== null) {
    return { tokenId: coin.id, units: state.units, linkTo, message: message.trim() };
  }
  if (recipient.at !== 'known') return null;
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

interface Reviewable extends Pick<Send, 'recipient' | 'linkProblem'> {
  readonly isPrivate: boolean;
}

function canReview(state: SendState, { recipient, isPrivate, linkProblem }: Reviewable): boolean {
  if (state.at === 'recipient' && state.draft.linkTo !== null) {
    return linkProblem === null && parseMessage(state.draft.message).ok;
  }
  return isPrivate || recipient.at === 'known' || recipient.at === 'checking';
}

function canConfirm(state: SendState, doubts: RecipientDoubts | null): boolean {
  if (state.at !== 'review') return false;
  // Whoever can read an email needs no address to be checked.
  if (state.draft.linkTo !== null) return isValidNote(state.draft.ownNote);
  return (
    doubts !== null && isValidNote(state.draft.ownNote) && (state.hasChecked || !needsCheck(doubts))
  );
}
