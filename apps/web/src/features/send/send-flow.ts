import type { BaseUnits } from '#domain/amount/base-units';
import type { OperationView } from '#wire/wallet/operation';
import type { ApiError } from '../../lib/api-result.ts';
import type { AmountEntry } from '../../money-form/amount-entry.ts';
import {
  type Attempt,
  afterRefusal,
  type IssuedKey,
  type MoneyRequest,
  withNewest,
} from '../../money-form/attempt.ts';
import type { WaitingCode } from '../../money-form/repeat-while-preparing.ts';

/** What the user has entered so far; kept across steps and after every error. */
export interface Draft {
  readonly tokenId: string;
  readonly amount: AmountEntry;
  readonly recipient: string;
  /** The user confirmed having compared the whole address with its look-alike. */
  readonly hasCompared: boolean;
}

/** A payment to send to the server. */
export interface Payment extends MoneyRequest {
  readonly recipientAddress: string;
}

export type IssuedPayment = IssuedKey<Payment>;

export type SendState =
  | { readonly at: 'amount'; readonly draft: Draft; readonly issued: readonly IssuedPayment[] }
  | {
      readonly at: 'recipient';
      readonly draft: Draft;
      readonly units: BaseUnits;
      readonly attempt: Attempt;
      /** Newest first. */
      readonly issued: readonly IssuedPayment[];
    }
  | { readonly at: 'transaction'; readonly tokenId: string; readonly operation: OperationView };

export type SendEvent =
  | { readonly type: 'token-chosen'; readonly tokenId: string }
  | { readonly type: 'amount-typed'; readonly text: string }
  | { readonly type: 'max-pressed' }
  | { readonly type: 'continued'; readonly units: BaseUnits }
  | { readonly type: 'recipient-typed'; readonly text: string }
  | { readonly type: 'compared'; readonly hasCompared: boolean }
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
}

const NOTHING: FilledIn = { amount: '', recipient: '' };

/** The first step with a token selected, and the amount and recipient empty or prefilled. */
export function startSend(tokenId: string, { amount, recipient } = NOTHING): SendState {
  return {
    at: 'amount',
    draft: { tokenId, amount: { kind: 'typed', text: amount }, recipient, hasCompared: false },
    issued: [],
  };
}

/** Reducer of Send Assets (§4 Send): amount, recipient and summary, hash. Ignores events of other steps. */
export function sendFlow(state: SendState, event: SendEvent): SendState {
  switch (state.at) {
    case 'amount':
      return atAmount(state, event);
    case 'recipient':
      return atRecipient(state, event);
    case 'transaction':
      // The payment is submitted; going back starts a new one with an empty amount.
      return event.type === 'went-back' ? startSend(state.tokenId) : state;
  }
}

type At<Name extends SendState['at']> = Extract<SendState, { at: Name }>;

function atAmount(state: At<'amount'>, event: SendEvent): SendState {
  const { draft, issued } = state;
  switch (event.type) {
    case 'token-chosen':
      return { ...state, draft: { ...draft, tokenId: event.tokenId } };
    case 'amount-typed':
      return { ...state, draft: { ...draft, amount: { kind: 'typed', text: event.text } } };
    case 'max-pressed':
      return { ...state, draft: { ...draft, amount: { kind: 'max' } } };
    case 'continued':
      return { at: 'recipient', draft, units: event.units, attempt: { at: 'idle' }, issued };
    default:
      return state;
  }
}

function atRecipient(state: At<'recipient'>, event: SendEvent): SendState {
  const { draft, attempt, issued } = state;
  if (attempt.at === 'sending') return whileSending(state, event);
  switch (event.type) {
    case 'recipient-typed': {
      const edited = { ...draft, recipient: event.text, hasCompared: false };
      return { ...state, draft: edited, attempt: { at: 'idle' } };
    }
    case 'compared':
      return { ...state, draft: { ...draft, hasCompared: event.hasCompared } };
    case 'confirmed':
      return { ...state, attempt: { at: 'sending' }, issued: withNewest(issued, event.issued) };
    case 'went-back':
      return { at: 'amount', draft, issued };
    default:
      return state;
  }
}

function whileSending(state: At<'recipient'>, event: SendEvent): SendState {
  if (event.type === 'sent') {
    return { at: 'transaction', tokenId: state.draft.tokenId, operation: event.operation };
  }
  if (event.type === 'preparing') {
    return { ...state, attempt: { at: 'sending', waitsFor: event.waitsFor } };
  }
  if (event.type !== 'refused') return state;
  return { ...state, ...afterRefusal(event.error, state.issued) };
}
