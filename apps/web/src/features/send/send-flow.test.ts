import { describe, expect, test } from 'vitest';
import type { BaseUnits } from '#domain/amount/base-units';
import { buildOperationView } from '#testing/operation-view';
import { keyFor } from '../../money-form/attempt.ts';
import { withoutRequest } from '../../money-form/paid-request.ts';
import {
  emptyDraft,
  type IssuedPayment,
  type SendEvent,
  type SendState,
  sendFlow,
  startSend,
} from './send-flow.ts';

const payment = {
  tokenId: 'polygon-usdc',
  units: 25_000_000n as BaseUnits,
  recipientAddress: '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a',
};
const issued: IssuedPayment = { key: 'key-1', request: payment };
const noResponse = { code: 'network', message: 'Network Error', status: null } as const;
const refused = {
  code: 'amount-above-balance',
  message: 'Amount exceeds available balance',
  status: 400,
} as const;

const stateAfter = (...events: readonly SendEvent[]): SendState =>
  events.reduce(sendFlow, startSend(emptyDraft('polygon-usdc')));
const atRecipient: readonly SendEvent[] = [
  { type: 'amount-typed', text: '25', unit: 'coin' },
  { type: 'continued', units: payment.units },
  { type: 'payee-entered', payee: { recipient: payment.recipientAddress, chosen: null } },
];
const atReview: readonly SendEvent[] = [...atRecipient, { type: 'reviewed', payment }];
const confirmed: SendEvent = { type: 'confirmed', issued };

describe('Send Assets', () => {
  test('goes from token and amount, to recipient and review, to the hash (§4 Send)', () => {
    const operation = buildOperationView();
    expect(stateAfter().at).toBe('amount');
    expect(stateAfter(...atRecipient)).toMatchObject({ at: 'recipient', units: payment.units });
    expect(stateAfter(...atReview)).toMatchObject({ at: 'review', units: payment.units });
    expect(stateAfter(...atReview, confirmed, { type: 'sent', operation })).toMatchObject({
      at: 'transaction',
      operation,
    });
  });

  test('a link takes the place of whoever was found, and ends with another recipient', () => {
    const linked = stateAfter(...atRecipient, { type: 'link-chosen', linkTo: 'lena@post.test' });
    expect(linked).toMatchObject({
      draft: { recipient: 'lena@post.test', chosen: null, linkTo: 'lena@post.test' },
    });
    const written = sendFlow(linked, { type: 'message-typed', text: 'Hi' });
    expect(written).toMatchObject({ draft: { message: 'Hi' } });
    expect(sendFlow(written, { type: 'link-left' })).toMatchObject({
      draft: { recipient: '', chosen: null, linkTo: null, message: 'Hi' },
    });
  });

  test('a link with another message, or to someone else, is another payment', () => {
    const { recipientAddress: _, ...amount } = payment;
    const link = { ...amount, linkTo: 'lena@post.test', message: 'Hi' };
    const known: readonly IssuedPayment[] = [{ key: 'key-1', request: link }];
    expect(keyFor(link, known, 'fresh').key).toBe('key-1');
    expect(keyFor({ ...link, message: '' }, known, 'fresh').key).toBe('fresh');
    expect(keyFor({ ...link, linkTo: 'bob@kax.test' }, known, 'fresh').key).toBe('fresh');
    expect(keyFor(payment, known, 'fresh').key).toBe('fresh');
  });

  test('a request can be removed in every view, and everything else stays', () => {
    const request = {
      ...{ code: '7Q2MK9XD4TPA82WJ', tokenId: payment.tokenId, units: payment.units },
      ...{ recipient: payment.recipientAddress, name: null, message: null },
    };
    const start = startSend({ ...emptyDraft('polygon-usdc'), request });
    for (const events of [[], atRecipient, atReview]) {
      const before = events.reduce(sendFlow, start);
      const after = sendFlow(before, { type: 'request-removed' });
      expect(before).toMatchObject({ draft: { request } });
      expect(after).toEqual({
        ...before,
        draft: withoutRequest('draft' in before ? before.draft : {}),
      });
    }
  });

  test('typing clears MAX, and MAX replaces what was typed', () => {
    expect(stateAfter({ type: 'max-pressed' })).toMatchObject({
      draft: { amount: { kind: 'max' } },
    });
    const typed = stateAfter(
      { type: 'max-pressed' },
      { type: 'amount-typed', text: '1', unit: 'coin' },
    );
    expect(typed).toMatchObject({ draft: { amount: { kind: 'typed', text: '1' } } });
  });

  test('nothing is confirmed before the review', () => {
    expect(stateAfter(confirmed).at).toBe('amount');
    expect(stateAfter(...atRecipient, confirmed).at).toBe('recipient');
  });

  test('Back goes one view back and keeps everything entered', () => {
    const draft = {
      tokenId: 'polygon-usdc',
      amount: { kind: 'typed', text: '25' },
      recipient: payment.recipientAddress,
    };
    const once = stateAfter(...atReview, { type: 'went-back' });
    expect(once).toMatchObject({ at: 'recipient', draft });
    expect(sendFlow(once, { type: 'went-back' })).toMatchObject({ at: 'amount', draft });
  });

  test('nothing leads back from the hash: not even Back begins a new payment', () => {
    const operation = buildOperationView();
    const sent = stateAfter(...atReview, confirmed, { type: 'sent', operation });
    expect(sendFlow(sent, { type: 'went-back' })).toBe(sent);
  });

  test('nothing changes while a payment is being submitted, not even on a second confirm', () => {
    const sending = stateAfter(...atReview, confirmed);
    const second: SendEvent = { type: 'confirmed', issued: { key: 'key-2', request: payment } };
    expect(sendFlow(sending, second)).toBe(sending);
    expect(sendFlow(sending, { type: 'went-back' })).toBe(sending);
    expect(
      sendFlow(sending, { type: 'payee-entered', payee: { recipient: '0x', chosen: null } }),
    ).toBe(sending);
  });

  test('an error shows the server’s message and keeps what was typed', () => {
    const state = stateAfter(...atReview, confirmed, { type: 'refused', error: refused });
    expect(state).toMatchObject({
      attempt: { at: 'refused', message: 'Amount exceeds available balance' },
      draft: { recipient: payment.recipientAddress },
    });
  });

  test('another recipient has to be checked again', () => {
    const checked = stateAfter(...atReview, { type: 'checked', hasChecked: true });
    expect(checked).toMatchObject({ hasChecked: true });
    const again = sendFlow(sendFlow(checked, { type: 'went-back' }), { type: 'reviewed', payment });
    expect(again).toMatchObject({ at: 'review', hasChecked: false });
  });
});

describe('the Idempotency-Key', () => {
  test('is kept for the same payment after a lost response, even after going back and forward', () => {
    const lost = stateAfter(...atReview, confirmed, { type: 'refused', error: noResponse });
    expect(lost).toMatchObject({ attempt: { at: 'unknown' } });
    const again = [{ type: 'went-back' }, { type: 'went-back' }, ...atReview.slice(1)] as const;
    const back = again.reduce(sendFlow, lost);
    expect(keyFor(payment, back.issued, 'key-2')).toBe(issued);
    expect(back).toMatchObject({
      attempt: { at: 'unknown', message: 'You already confirmed this.' },
    });
  });

  test('of a payment that was accepted is forgotten, and others in doubt are kept', () => {
    const other: IssuedPayment = { key: 'key-2', request: { ...payment, recipientAddress: '0x1' } };
    const inDoubt = startSend(emptyDraft('polygon-usdc'), [other]);
    const events: readonly SendEvent[] = [
      ...atReview,
      confirmed,
      { type: 'sent', operation: buildOperationView() },
    ];
    expect(events.reduce(sendFlow, inDoubt).issued).toEqual([other]);
  });

  test('is kept after a server error and while the payment is in progress', () => {
    const internal = { code: 'internal', message: '', status: 500 } as const;
    const inProgress = { code: 'operation-in-progress', message: '', status: 409 } as const;
    for (const error of [internal, inProgress]) {
      const state = stateAfter(...atReview, confirmed, { type: 'refused', error });
      expect(keyFor(payment, state.issued, 'key-2')).toBe(issued);
    }
  });

  test('is new for another amount or another recipient', () => {
    const more = { ...payment, units: 26_000_000n as BaseUnits };
    expect(keyFor(more, [issued], 'key-2')).toEqual({ key: 'key-2', request: more });
    const other = { ...payment, recipientAddress: '0x1' };
    expect(keyFor(other, [issued], 'key-2').key).toBe('key-2');
  });

  test('is remembered for a payment without a response, even after another payment', () => {
    const other: IssuedPayment = { key: 'key-2', request: { ...payment, recipientAddress: '0x1' } };
    const lost = stateAfter(...atReview, confirmed, { type: 'refused', error: noResponse });
    const second = sendFlow(lost, { type: 'confirmed', issued: other });
    expect(keyFor(payment, second.issued, 'key-3')).toBe(issued);
  });

  test('is new after an error that says nothing was sent', () => {
    const state = stateAfter(...atReview, confirmed, { type: 'refused', error: refused });
    expect(keyFor(payment, state.issued, 'key-2').key).toBe('key-2');
  });
});
