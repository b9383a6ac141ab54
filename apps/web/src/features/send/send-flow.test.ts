import { describe, expect, test } from 'vitest';
import type { BaseUnits } from '#domain/amount/base-units';
import { buildOperationView } from '#testing/operation-view';
import { keyFor } from '../../money-form/attempt.ts';
import {
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
  events.reduce(sendFlow, startSend('polygon-usdc'));
const atConfirm: readonly SendEvent[] = [
  { type: 'amount-typed', text: '25' },
  { type: 'continued', units: payment.units },
  { type: 'recipient-typed', text: payment.recipientAddress },
];
const confirmed: SendEvent = { type: 'confirmed', issued };

describe('Send Assets', () => {
  test('goes from token and amount, to recipient and summary, to the hash (§4 Send)', () => {
    const operation = buildOperationView();
    expect(stateAfter().at).toBe('amount');
    expect(stateAfter(...atConfirm)).toMatchObject({ at: 'recipient', units: payment.units });
    expect(stateAfter(...atConfirm, confirmed, { type: 'sent', operation })).toMatchObject({
      at: 'transaction',
      operation,
    });
  });

  test('typing clears MAX, and MAX replaces what was typed', () => {
    expect(stateAfter({ type: 'max-pressed' })).toMatchObject({
      draft: { amount: { kind: 'max' } },
    });
    const typed = stateAfter({ type: 'max-pressed' }, { type: 'amount-typed', text: '1' });
    expect(typed).toMatchObject({ draft: { amount: { kind: 'typed', text: '1' } } });
  });

  test('Back from the recipient step keeps everything entered', () => {
    const state = stateAfter(...atConfirm, { type: 'went-back' });
    const amount = { kind: 'typed', text: '25' };
    expect(state).toMatchObject({
      at: 'amount',
      draft: { amount, recipient: payment.recipientAddress },
    });
  });

  test('Back from the hash starts a new payment of the same token with an empty amount', () => {
    const sent = stateAfter(...atConfirm, confirmed, {
      type: 'sent',
      operation: buildOperationView(),
    });
    expect(sendFlow(sent, { type: 'went-back' })).toEqual(startSend('polygon-usdc'));
  });

  test('nothing changes while a payment is being submitted, not even on a second confirm', () => {
    const sending = stateAfter(...atConfirm, confirmed);
    const second: SendEvent = { type: 'confirmed', issued: { key: 'key-2', request: payment } };
    expect(sendFlow(sending, second)).toBe(sending);
    expect(sendFlow(sending, { type: 'went-back' })).toBe(sending);
    expect(sendFlow(sending, { type: 'recipient-typed', text: '0x' })).toBe(sending);
  });

  test('an error shows the server’s message and keeps what was typed', () => {
    const state = stateAfter(...atConfirm, confirmed, { type: 'refused', error: refused });
    expect(state).toMatchObject({
      attempt: { at: 'refused', message: 'Amount exceeds available balance' },
      draft: { recipient: payment.recipientAddress },
    });
  });

  test('a changed recipient has to be compared again', () => {
    const compared = stateAfter(...atConfirm, { type: 'compared', hasCompared: true });
    const edited = sendFlow(compared, { type: 'recipient-typed', text: '0x1' });
    expect(edited).toMatchObject({ draft: { hasCompared: false } });
  });
});

describe('the Idempotency-Key', () => {
  const issuedIn = (state: SendState) => (state.at === 'transaction' ? [] : state.issued);

  test('is kept for the same payment after a lost response, even after going back and forward', () => {
    const lost = stateAfter(...atConfirm, confirmed, { type: 'refused', error: noResponse });
    expect(lost).toMatchObject({ attempt: { at: 'unknown' } });
    const again = [{ type: 'went-back' }, ...atConfirm.slice(1)] as const;
    const back = again.reduce(sendFlow, lost);
    expect(keyFor(payment, issuedIn(back), 'key-2')).toBe(issued);
  });

  test('is kept after a server error and while the payment is in progress', () => {
    const internal = { code: 'internal', message: '', status: 500 } as const;
    const inProgress = { code: 'operation-in-progress', message: '', status: 409 } as const;
    for (const error of [internal, inProgress]) {
      const state = stateAfter(...atConfirm, confirmed, { type: 'refused', error });
      expect(keyFor(payment, issuedIn(state), 'key-2')).toBe(issued);
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
    const lost = stateAfter(...atConfirm, confirmed, { type: 'refused', error: noResponse });
    const second = sendFlow(lost, { type: 'confirmed', issued: other });
    expect(keyFor(payment, issuedIn(second), 'key-3')).toBe(issued);
  });

  test('is new after an error that says nothing was sent', () => {
    const state = stateAfter(...atConfirm, confirmed, { type: 'refused', error: refused });
    expect(keyFor(payment, issuedIn(state), 'key-2').key).toBe('key-2');
  });
});
