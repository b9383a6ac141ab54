import type { BaseUnits } from '#domain/amount/base-units';
import { type DecimalMark, displayToTyped } from '#domain/amount/read-typed-amount';
import type { OperationView } from '#wire/wallet/operation';
import type { ChosenRecipient } from '../../contacts/chosen-recipient.ts';
import type { ApiError } from '../../lib/api-result.ts';
import { type AmountEntry, type AmountEvent, entryAfter } from '../../money-form/amount-entry.ts';
import {
  type Attempt,
  afterRefusal,
  attemptOf,
  type IssuedKey,
  type MoneyRequest,
  withNewest,
} from '../../money-form/attempt.ts';
import { type PaidRequest, withoutRequest } from '../../money-form/paid-request.ts';
import { NO_PAYEE, type Payee } from '../../money-form/payee.ts';
import type { WaitingCode } from '../../money-form/repeat-while-preparing.ts';

/** Whether a payment leaves the public or the private balance. */
export type Visibility = 'public' | 'private';

/** What the user has entered so far; kept across steps and after every error. */
export interface Draft extends Payee {
  readonly tokenId: string;
  readonly amount: AmountEntry;
  /** The email or phone that the payment goes to by link; null for a payment to an address. */
  readonly linkTo: string | null;
  /** What the recipient of a link reads, as it was typed. */
  readonly message: string;
  /** The balance to pay from, where the user chose one; null leaves it to the form. */
  readonly visibility: Visibility | null;
  /** A note for oneself, as it was typed. It is no part of the payment. */
  readonly ownNote: string;
  /** The payment request that the form was opened for. */
  readonly request?: PaidRequest;
  /** It goes on to the review by itself. */
  readonly goesToReview?: true;
}

/** A payment to an address. */
export interface DirectPayment extends MoneyRequest {
  readonly recipientAddress: string;
  /** The code of the request that it pays. */
  readonly paymentRequest?: string;
}

/** A payment by link. */
export interface LinkPayment extends MoneyRequest {
  /** An email in lower case, or a phone number in E.164. */
  readonly linkTo: string;
  /** Without surrounding blanks; empty for none. */
  readonly message: string;
  readonly paymentRequest?: never;
}

/** A payment to send to the server. */
export type Payment = DirectPayment | LinkPayment;

export function isByLink(payment: Payment): payment is LinkPayment {
  return 'linkTo' in payment;
}

export type IssuedPayment = IssuedKey<Payment>;

interface Entering {
  readonly draft: Draft;
  /** Newest first. */
  readonly issued: readonly IssuedPayment[];
}

/** The recipient and the review are two views of the specification's second step. */
export type SendState =
  | ({ readonly at: 'amount' } & Entering)
  | ({ readonly at: 'recipient'; readonly units: BaseUnits } & Entering)
  | ({
      readonly at: 'review';
      readonly units: BaseUnits;
      readonly attempt: Attempt;
      /** The user confirmed having checked the whole address, where that is requested. */
      readonly hasChecked: boolean;
    } & Entering)
  /** `issued` has the keys of other payments whose outcome is unknown. */
  | {
      readonly at: 'transaction';
      readonly tokenId: string;
      readonly operation: OperationView;
      readonly issued: readonly IssuedPayment[];
    };

export type SendEvent =
  | { readonly type: 'token-chosen'; readonly tokenId: string }
  | AmountEvent
  | { readonly type: 'continued'; readonly units: BaseUnits }
  | { readonly type: 'payee-entered'; readonly payee: Payee }
  /** The user pays by link, whoever has this email or phone. */
  | { readonly type: 'link-chosen'; readonly linkTo: string }
  | { readonly type: 'link-left' }
  | { readonly type: 'message-typed'; readonly text: string }
  | { readonly type: 'visibility-chosen'; readonly visibility: Visibility }
  /** The user pays without the request that the form was opened for. */
  | { readonly type: 'request-removed' }
  | { readonly type: 'reviewed'; readonly payment: Payment }
  | { readonly type: 'checked'; readonly hasChecked: boolean }
  | { readonly type: 'note-typed'; readonly text: string }
  | { readonly type: 'confirmed'; readonly issued: IssuedPayment }
  /** The request is repeated, because the server has to do something first. */
  | { readonly type: 'preparing'; readonly waitsFor: WaitingCode }
  | { readonly type: 'sent'; readonly operation: OperationView }
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'went-back' };

/** A prefilled amount and recipient. The user still goes through every step. */
export interface FilledIn {
  /** Display amount. */
  readonly amount: string;
  readonly recipient: string;
  readonly chosen?: ChosenRecipient | null;
}

const NOTHING: FilledIn = { amount: '', recipient: '' };

/**
 * @param decimalMark of the user's locale, in which a prefilled amount is written
 * @returns the draft with a token selected, and the amount and recipient empty or prefilled
 */
export function emptyDraft(
  tokenId: string,
  { amount: display, recipient, chosen = null } = NOTHING,
  decimalMark: DecimalMark = '.',
): Draft {
  const text = displayToTyped(display, decimalMark);
  const amount = { kind: 'typed', text, unit: 'coin' } as const;
  const byAddress = { linkTo: null, message: '', visibility: null } as const;
  return { tokenId, amount, recipient, chosen, ...byAddress, ownNote: '' };
}

/** The first step. */
export function startSend(draft: Draft, issued: readonly IssuedPayment[] = []): SendState {
  return { at: 'amount', draft, issued };
}

/** Reducer of Send Assets (§4 Send): amount, recipient, review, hash. Ignores events of other steps. */
export function sendFlow(state: SendState, event: SendEvent): SendState {
  switch (state.at) {
    case 'amount':
      return atAmount(state, event);
    case 'recipient':
      return atRecipient(state, event);
    case 'review':
      return state.attempt.at === 'sending' ? whileSending(state, event) : atReview(state, event);
    case 'transaction':
      // The payment is submitted. Nothing leads back to it: another payment starts in another modal.
      return state;
  }
}

type At<Name extends SendState['at']> = Extract<SendState, { at: Name }>;

function atAmount(state: At<'amount'>, event: SendEvent): SendState {
  const { draft, issued } = state;
  switch (event.type) {
    case 'token-chosen':
      return { ...state, draft: { ...draft, tokenId: event.tokenId } };
    case 'amount-typed':
    case 'max-pressed':
      return { ...state, draft: { ...draft, amount: entryAfter(event) } };
    case 'continued':
      return { at: 'recipient', draft, units: event.units, issued };
    case 'request-removed':
      return { ...state, draft: withoutRequest(draft) };
    default:
      return state;
  }
}

function atRecipient(state: At<'recipient'>, event: SendEvent): SendState {
  const { draft, units, issued } = state;
  switch (event.type) {
    case 'payee-entered':
      return {
        ...state,
        draft: { ...draft, ...event.payee, visibility: visibilityAfter(draft, event.payee) },
      };
    case 'link-chosen':
      return { ...state, draft: { ...draft, ...paidByLink(event.linkTo) } };
    case 'link-left':
      return { ...state, draft: { ...draft, ...NO_PAYEE, linkTo: null } };
    case 'message-typed':
      return { ...state, draft: { ...draft, message: event.text } };
    case 'visibility-chosen':
      return { ...state, draft: { ...draft, visibility: event.visibility } };
    case 'request-removed':
      return { ...state, draft: withoutRequest(draft) };
    case 'reviewed': {
      const attempt = attemptOf(event.payment, issued);
      return { at: 'review', draft, units, attempt, hasChecked: false, issued };
    }
    case 'went-back':
      return { at: 'amount', draft, issued };
    default:
      return state;
  }
}

/** Whoever was found isn't who is paid. */
function paidByLink(linkTo: string): Pick<Draft, 'recipient' | 'chosen' | 'linkTo'> {
  return { recipient: linkTo, chosen: null, linkTo };
}

/** The choice was made for one recipient. */
function visibilityAfter({ recipient, visibility }: Draft, payee: Payee): Visibility | null {
  return payee.recipient === recipient ? visibility : null;
}

function atReview(state: At<'review'>, event: SendEvent): SendState {
  const { draft, units, issued } = state;
  switch (event.type) {
    case 'checked':
      return { ...state, hasChecked: event.hasChecked };
    case 'note-typed':
      return { ...state, draft: { ...draft, ownNote: event.text } };
    case 'request-removed':
      // It is another payment without the request, so the error of the last attempt no longer applies.
      return { ...state, draft: withoutRequest(draft), attempt: { at: 'idle' } };
    case 'confirmed':
      return { ...state, attempt: { at: 'sending' }, issued: withNewest(issued, event.issued) };
    case 'went-back':
      return { at: 'recipient', draft, units, issued };
    default:
      return state;
  }
}

function whileSending(state: At<'review'>, event: SendEvent): SendState {
  if (event.type === 'sent') {
    const { tokenId } = state.draft;
    const issued = state.issued.slice(1);
    return { at: 'transaction', tokenId, operation: event.operation, issued };
  }
  if (event.type === 'preparing') {
    return { ...state, attempt: { at: 'sending', waitsFor: event.waitsFor } };
  }
  if (event.type !== 'refused') return state;
  return { ...state, ...afterRefusal(event.error, state.issued) };
}
