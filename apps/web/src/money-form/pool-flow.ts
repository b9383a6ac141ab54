import type { BaseUnits } from '#domain/amount/base-units';
import { parseMessage } from '#domain/message/private-message';
import { t } from '#language/t';
import type { OperationView } from '#wire/wallet/operation';
import type { ApiError } from '../lib/api-result.ts';
import { type AmountEntry, type AmountEvent, entryAfter } from './amount-entry.ts';
import {
  type Attempt,
  afterRefusal,
  attemptOf,
  type IssuedKey,
  type MoneyRequest,
  withNewest,
} from './attempt.ts';
import { type PaidRequest, requestField, withoutRequest } from './paid-request.ts';
import { NO_PAYEE, type Payee } from './payee.ts';
import type { WaitingCode } from './repeat-while-preparing.ts';

/** What the user has entered so far. It is kept through every step and every failure. */
export interface PoolDraft extends Payee {
  readonly tokenId: string;
  readonly amount: AmountEntry;
  /** Sends at a random time within this many minutes; null sends immediately. */
  readonly sendWithinMinutes: number | null;
  /** The email or phone that a transfer goes to by link; left out for one to an address. */
  readonly linkTo?: string;
  /** To the recipient of a transfer, as it was typed; left out where there can be none. */
  readonly message?: string;
  /** Whether the recipient of a transfer sees the sender; left out where they can't. */
  readonly showsSender?: boolean;
  /** A note for oneself, as it was typed; left out where none is offered. It is no part of the request. */
  readonly ownNote?: string;
  /** The payment request that the form was opened for. */
  readonly request?: PaidRequest;
  /** It goes on to the confirm step by itself. */
  readonly goesToReview?: true;
}

/** The submitted request to shield, transfer or unshield. */
export interface PoolRequest extends MoneyRequest {
  /** Empty for a payment by link. */
  readonly recipientAddress: string;
  /** The email or phone of a payment by link; left out for one to an address. */
  readonly linkTo?: string;
  readonly sendWithinMinutes: number | null;
  /** Left out for none. */
  readonly message?: string;
  /** Left out unless they do. */
  readonly showsSender?: true;
  /** The code of the payment request that it pays. */
  readonly paymentRequest?: string;
}

export type IssuedPoolRequest = IssuedKey<PoolRequest>;

interface Confirming {
  readonly draft: PoolDraft;
  readonly units: BaseUnits;
  /** Newest first. */
  readonly issued: readonly IssuedPoolRequest[];
}

export type PoolState =
  | {
      readonly at: 'form';
      readonly draft: PoolDraft;
      readonly issued: readonly IssuedPoolRequest[];
    }
  | ({ readonly at: 'confirm'; readonly attempt: Attempt } & Confirming)
  /** Accepted, but not on the network yet. If it fails, the flow returns to the confirm step. */
  | ({ readonly at: 'in-progress'; readonly operation: OperationView } & Confirming)
  /** On the network, with a hash. `issued` has the keys of other requests whose outcome is unknown. */
  | {
      readonly at: 'done';
      readonly draft: PoolDraft;
      readonly operation: OperationView;
      readonly issued: readonly IssuedPoolRequest[];
    };

export type PoolEvent =
  | { readonly type: 'token-chosen'; readonly tokenId: string }
  | AmountEvent
  | { readonly type: 'payee-entered'; readonly payee: Payee }
  /** The user pays by link, whoever has this email or phone. */
  | { readonly type: 'link-chosen'; readonly linkTo: string }
  | { readonly type: 'link-left' }
  | { readonly type: 'message-typed'; readonly text: string }
  | { readonly type: 'sender-shown'; readonly isShown: boolean }
  | { readonly type: 'note-typed'; readonly text: string }
  /** The user pays without the request that the form was opened for. */
  | { readonly type: 'request-removed' }
  | { readonly type: 'continued'; readonly units: BaseUnits }
  | { readonly type: 'amount-replaced'; readonly units: BaseUnits; readonly text: string }
  | { readonly type: 'delay-chosen'; readonly minutes: number | null }
  | { readonly type: 'confirmed'; readonly issued: IssuedPoolRequest }
  /** The request is repeated, because the server has to do something first. */
  | { readonly type: 'preparing'; readonly waitsFor: WaitingCode }
  | { readonly type: 'accepted'; readonly operation: OperationView }
  | { readonly type: 'refused'; readonly error: ApiError }
  /** The operation was updated. */
  | { readonly type: 'followed'; readonly operation: OperationView }
  | { readonly type: 'went-back' };

/** @returns the first step, prefilled with `draft`. */
export function startPoolFlow(
  draft: PoolDraft,
  issued: readonly IssuedPoolRequest[] = [],
): PoolState {
  return { at: 'form', draft, issued };
}

/** @returns the message of a draft; null for none, and for one that the server would refuse */
export function messageOf({ message = '' }: Pick<PoolDraft, 'message'>): string | null {
  const parsed = parseMessage(message);
  return parsed.ok ? parsed.message : null;
}

/**
 * @param what with the address that a draft without a link pays
 * @returns the request that a draft describes
 */
export function requestOf(
  draft: PoolDraft,
  what: Pick<PoolRequest, 'tokenId' | 'units' | 'recipientAddress'>,
): PoolRequest {
  const text = messageOf(draft);
  const { linkTo, sendWithinMinutes } = draft;
  const message = text === null ? {} : { message: text };
  if (linkTo !== undefined) {
    return { ...what, recipientAddress: '', linkTo, sendWithinMinutes: null, ...message };
  }
  return {
    ...what,
    sendWithinMinutes,
    ...message,
    ...(draft.showsSender === true ? { showsSender: true } : {}),
    ...requestField(draft.request, what),
  };
}

/**
 * Reducer of Shield, Unshield and Internal Transfer (§4): the form, the confirm step, whose Back clears the error,
 * and success once a hash arrives. An event that does not apply to the current step changes nothing.
 */
export function poolFlow(state: PoolState, event: PoolEvent): PoolState {
  switch (state.at) {
    case 'form':
      return atForm(state, event);
    case 'confirm':
      return state.attempt.at === 'sending' ? whileSending(state, event) : atConfirm(state, event);
    case 'in-progress':
      return whileInProgress(state, event);
    case 'done':
      return event.type === 'followed' ? { ...state, operation: event.operation } : state;
  }
}

type At<Name extends PoolState['at']> = Extract<PoolState, { at: Name }>;

function atForm(state: At<'form'>, event: PoolEvent): PoolState {
  const { draft, issued } = state;
  switch (event.type) {
    case 'token-chosen':
      return { ...state, draft: { ...draft, tokenId: event.tokenId } };
    case 'amount-typed':
    case 'max-pressed':
      return { ...state, draft: { ...draft, amount: entryAfter(event) } };
    case 'payee-entered':
      return { ...state, draft: { ...draft, ...event.payee } };
    case 'link-chosen': {
      // Whoever was found isn't who is paid.
      const { linkTo } = event;
      return { ...state, draft: { ...draft, recipient: linkTo, chosen: null, linkTo } };
    }
    case 'link-left':
      return { ...state, draft: { ...withoutLink(draft), ...NO_PAYEE } };
    case 'message-typed':
      return { ...state, draft: { ...draft, message: event.text } };
    case 'sender-shown':
      return { ...state, draft: { ...draft, showsSender: event.isShown } };
    case 'request-removed':
      return { ...state, draft: withoutRequest(draft) };
    case 'continued': {
      const { units } = event;
      const { tokenId, recipient: recipientAddress } = draft;
      const request = requestOf(draft, { tokenId, units, recipientAddress });
      return { at: 'confirm', draft, units, attempt: attemptOf(request, issued), issued };
    }
    default:
      return state;
  }
}

function withoutLink({ linkTo: _, ...draft }: PoolDraft): PoolDraft {
  return draft;
}

/** A change here, except of the note, makes it a different request, so the error of the last attempt no longer applies. */
function atConfirm(state: At<'confirm'>, event: PoolEvent): PoolState {
  const { draft, issued } = state;
  const attempt = { at: 'idle' } as const;
  switch (event.type) {
    case 'amount-replaced': {
      const { text, units } = event;
      const exact = { tokenId: draft.tokenId, units };
      const amount = { kind: 'typed', text, unit: 'coin', exact } as const;
      return { ...state, draft: { ...draft, amount }, units, attempt };
    }
    case 'delay-chosen':
      return { ...state, draft: { ...draft, sendWithinMinutes: event.minutes }, attempt };
    case 'note-typed':
      return { ...state, draft: { ...draft, ownNote: event.text } };
    case 'request-removed':
      return { ...state, draft: withoutRequest(draft), attempt };
    case 'confirmed':
      return { ...state, attempt: { at: 'sending' }, issued: withNewest(issued, event.issued) };
    case 'went-back':
      return { at: 'form', draft, issued };
    default:
      return state;
  }
}

function whileSending(state: At<'confirm'>, event: PoolEvent): PoolState {
  const { draft, units, issued } = state;
  if (event.type === 'preparing') {
    return { ...state, attempt: { at: 'sending', waitsFor: event.waitsFor } };
  }
  if (event.type === 'refused') return { ...state, ...afterRefusal(event.error, issued) };
  if (event.type !== 'accepted') return state;
  const { operation } = event;
  return whileInProgress(
    { at: 'in-progress', draft, units, issued, operation },
    { type: 'followed', operation },
  );
}

function whileInProgress(state: At<'in-progress'>, event: PoolEvent): PoolState {
  if (event.type !== 'followed') return state;
  const { draft, units, issued } = state;
  const { operation } = event;
  if (operation.status === 'failed') {
    const message = operation.failure ?? t('It didn’t go through.');
    // The key belongs to the failed operation; trying again starts a new one.
    const rest = issued.slice(1);
    const at = operation.isCancelled ? 'cancelled' : 'refused';
    return { at: 'confirm', draft, units, issued: rest, attempt: { at, message } };
  }
  if (operation.transactionHash !== null)
    return { at: 'done', draft, operation, issued: issued.slice(1) };
  return { ...state, operation };
}
