import type { BaseUnits } from '#domain/amount/base-units';
import type { OperationView } from '#wire/wallet/operation';
import type { ApiError } from '../../lib/api-result.ts';

/** What stands in the amount field: text, or everything there is, whatever that turns out to be. */
export type AmountEntry =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'max' };

/** What a person has entered so far; kept through every step and every failure. */
export interface Draft {
  readonly tokenId: string;
  readonly amount: AmountEntry;
  readonly recipient: string;
  /** The person says that the whole address was compared with its look-alike. */
  readonly hasCompared: boolean;
}

/** A payment as it goes to the server. */
export interface Payment {
  readonly tokenId: string;
  readonly units: BaseUnits;
  readonly recipientAddress: string;
}

/** The key under which a payment was tried. The same payment keeps it until it is known that nothing was sent. */
export interface IssuedKey {
  readonly key: string;
  readonly payment: Payment;
}

export type Attempt =
  | { readonly at: 'idle' }
  | { readonly at: 'sending' }
  /** Nothing was sent. */
  | { readonly at: 'refused'; readonly message: string }
  /** No answer came; the payment may have been made. */
  | { readonly at: 'unknown'; readonly message: string };

export type SendState =
  | { readonly at: 'amount'; readonly draft: Draft; readonly issued: readonly IssuedKey[] }
  | {
      readonly at: 'recipient';
      readonly draft: Draft;
      readonly units: BaseUnits;
      readonly attempt: Attempt;
      /** The newest first. */
      readonly issued: readonly IssuedKey[];
    }
  | { readonly at: 'transaction'; readonly tokenId: string; readonly operation: OperationView };

export type SendEvent =
  | { readonly type: 'token-chosen'; readonly tokenId: string }
  | { readonly type: 'amount-typed'; readonly text: string }
  | { readonly type: 'max-pressed' }
  | { readonly type: 'continued'; readonly units: BaseUnits }
  | { readonly type: 'recipient-typed'; readonly text: string }
  | { readonly type: 'compared'; readonly hasCompared: boolean }
  | { readonly type: 'confirmed'; readonly issued: IssuedKey }
  | { readonly type: 'sent'; readonly operation: OperationView }
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'went-back' };

/** What somebody else has filled in: a person still goes through every step. */
export interface FilledIn {
  /** Display amount. */
  readonly amount: string;
  readonly recipient: string;
}

const NOTHING: FilledIn = { amount: '', recipient: '' };

/** The first step with a token chosen and nothing else, unless it is filled in. */
export function startSend(tokenId: string, { amount, recipient } = NOTHING): SendState {
  return {
    at: 'amount',
    draft: { tokenId, amount: { kind: 'typed', text: amount }, recipient, hasCompared: false },
    issued: [],
  };
}

/** Send Assets (§4 Send): token and amount, recipient and summary, hash. An event that does not fit a step changes nothing. */
export function sendFlow(state: SendState, event: SendEvent): SendState {
  switch (state.at) {
    case 'amount':
      return atAmount(state, event);
    case 'recipient':
      return atRecipient(state, event);
    case 'transaction':
      // The payment is made; going back begins a new one with an empty amount.
      return event.type === 'went-back' ? startSend(state.tokenId) : state;
  }
}

/** @returns the key to confirm `payment` with: the one it was tried with before, or the fresh one. */
export function keyFor(
  payment: Payment,
  issued: readonly IssuedKey[],
  freshKey: string,
): IssuedKey {
  return issued.find((one) => isSamePayment(one.payment, payment)) ?? { key: freshKey, payment };
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
  if (event.type !== 'refused') return state;
  const { message } = event.error;
  // A key whose fate is unknown is kept: trying again with it cannot pay twice.
  return isOutcomeUnknown(event.error)
    ? { ...state, attempt: { at: 'unknown', message } }
    : { ...state, attempt: { at: 'refused', message }, issued: state.issued.slice(1) };
}

function withNewest(issued: readonly IssuedKey[], newest: IssuedKey): readonly IssuedKey[] {
  return [newest, ...issued.filter(({ key }) => key !== newest.key)];
}

/** Only a refusal that the server made on purpose says for certain that nothing was sent. */
function isOutcomeUnknown({ status, code }: ApiError): boolean {
  return status === null || status < 400 || status >= 500 || code === 'operation-in-progress';
}

function isSamePayment(one: Payment, other: Payment): boolean {
  return (
    one.tokenId === other.tokenId &&
    one.units === other.units &&
    one.recipientAddress === other.recipientAddress
  );
}
