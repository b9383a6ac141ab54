import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { BaseUnits } from '#domain/amount/base-units';
import { buildOperationView } from '#testing/operation-view';
import { keyFor } from './attempt.ts';
import { POOL_ENTRY } from './pool-entry.ts';
import {
  type IssuedPoolRequest,
  type PoolDraft,
  type PoolEvent,
  type PoolState,
  poolFlow,
  requestOf,
  startPoolFlow,
} from './pool-flow.ts';
import { toJson } from './stored-units.ts';

const draft: PoolDraft = {
  tokenId: 'polygon-usdc',
  amount: { kind: 'max' },
  recipient: '0x1',
  chosen: null,
  sendWithinMinutes: null,
};
const units = 25_000_000n as BaseUnits;
const request = {
  tokenId: 'polygon-usdc',
  units,
  recipientAddress: '0x1',
  sendWithinMinutes: null,
};
const issued: IssuedPoolRequest = { key: 'key-1', request };
const noResponse = { code: 'network', message: 'Network Error', status: null } as const;
const refused = { code: 'queue-full', message: 'Many are waiting.', status: 503 } as const;
const unhashed = buildOperationView({
  kind: 'unshield',
  status: 'created',
  transactionHash: null,
});

const stateAfter = (...events: readonly PoolEvent[]): PoolState =>
  events.reduce(poolFlow, startPoolFlow(draft));
const continued: PoolEvent = { type: 'continued', units };
const confirmed: PoolEvent = { type: 'confirmed', issued };
const accepted: PoolEvent = { type: 'accepted', operation: unhashed };
const afterReload = (stored: unknown): unknown => JSON.parse(toJson(stored));
const issuedIn = (state: PoolState) => (state.at === 'done' ? [] : state.issued);

describe('a payment request', () => {
  const paid = {
    ...{ code: '7Q2MK9XD4TPA82WJ', tokenId: 'polygon-usdc', units, recipient: '0x1' },
    ...{ name: null, message: null },
  };
  const start = startPoolFlow({ ...draft, request: paid });

  test('is claimed by what it asks for, and by nothing else', () => {
    const what = { tokenId: 'polygon-usdc', units, recipientAddress: '0x1' };
    expect(requestOf(start.draft, what)).toMatchObject({ paymentRequest: paid.code });
    const other = { ...what, units: 1n as BaseUnits };
    expect(requestOf(start.draft, other)).not.toHaveProperty('paymentRequest');
  });

  test('can be removed before and at the confirm step, which forgets a refusal', () => {
    expect(poolFlow(start, { type: 'request-removed' }).draft).toEqual(draft);
    const refusedState = [
      continued,
      confirmed,
      { type: 'refused', error: refused } as const,
    ].reduce(poolFlow, start);
    expect(refusedState).toMatchObject({ attempt: { at: 'refused' } });
    expect(poolFlow(refusedState, { type: 'request-removed' })).toMatchObject({
      draft,
      attempt: { at: 'idle' },
    });
  });

  test('survives a reload', () => {
    const stored = JSON.parse(
      JSON.stringify(start.draft, (_, one) => (typeof one === 'bigint' ? one.toString() : one)),
    );
    expect(z.parse(POOL_ENTRY.draft, stored)).toEqual(start.draft);
  });
});

describe('what the recipient is told', () => {
  const forRecipient = stateAfter(
    { type: 'message-typed', text: ' Rent ' },
    { type: 'sender-shown', isShown: true },
  );
  const what = { tokenId: 'polygon-usdc', units, recipientAddress: '0x1' };

  test('is part of the request, which is another one without it', () => {
    expect(requestOf(forRecipient.draft, what)).toEqual({
      ...request,
      message: 'Rent',
      showsSender: true,
    });
    expect(requestOf(draft, what)).toEqual(request);
    expect(keyFor(requestOf(forRecipient.draft, what), [issued], 'key-2').key).toBe('key-2');
    expect(
      keyFor(requestOf({ ...draft, message: ' ', showsSender: false }, what), [issued], '').key,
    ).toBe('key-1');
  });

  test('is kept over a reload, in the draft and in a request whose outcome is unknown', () => {
    const kept = z.parse(POOL_ENTRY.draft, JSON.parse(JSON.stringify(forRecipient.draft)));
    expect(kept).toEqual(forRecipient.draft);
    const issuedRequest = requestOf(forRecipient.draft, what);
    expect(z.parse(POOL_ENTRY.request, afterReload(issuedRequest))).toEqual(issuedRequest);
  });
});

describe('the steps', () => {
  test('go from the form to confirm, and to success only once a hash arrives (§4)', () => {
    expect(stateAfter().at).toBe('form');
    expect(stateAfter(continued)).toMatchObject({ at: 'confirm', units });
    const inProgress = stateAfter(continued, confirmed, accepted);
    expect(inProgress).toMatchObject({ at: 'in-progress', operation: unhashed });
    const hashed = buildOperationView({ kind: 'unshield' });
    expect(poolFlow(inProgress, { type: 'followed', operation: hashed })).toMatchObject({
      at: 'done',
      operation: hashed,
    });
  });

  test('go to success immediately when the response already has the hash', () => {
    const operation = buildOperationView({ kind: 'shield' });
    expect(stateAfter(continued, confirmed, { type: 'accepted', operation }).at).toBe('done');
  });

  test('typing clears max, and MAX replaces what was typed (§4)', () => {
    const typed = stateAfter({ type: 'amount-typed', text: '1', unit: 'coin' });
    expect(typed).toMatchObject({ draft: { amount: { kind: 'typed', text: '1' } } });
    expect(poolFlow(typed, { type: 'max-pressed' })).toMatchObject({
      draft: { amount: { kind: 'max' } },
    });
  });

  test('Back keeps what was entered and clears the error (§4)', () => {
    const failed = stateAfter(continued, confirmed, { type: 'refused', error: refused });
    expect(failed).toMatchObject({ attempt: { at: 'refused', message: 'Many are waiting.' } });
    const back = poolFlow(failed, { type: 'went-back' });
    expect(back).toMatchObject({ at: 'form', draft });
    expect(poolFlow(back, continued)).toMatchObject({ attempt: { at: 'idle' } });
  });

  test('nothing changes while a request is being submitted, not even by a second confirm', () => {
    const sending = stateAfter(continued, confirmed);
    const others: readonly PoolEvent[] = [
      { type: 'confirmed', issued: { key: 'key-2', request } },
      { type: 'went-back' },
      { type: 'payee-entered', payee: { recipient: '0x2', chosen: null } },
      { type: 'delay-chosen', minutes: 60 },
      { type: 'amount-replaced', units: 1n as BaseUnits, text: '0.000001' },
    ];
    for (const event of others) expect(poolFlow(sending, event)).toBe(sending);
  });

  test('a private balance that is not ready is waited for, and is no error', () => {
    const event = { type: 'preparing', waitsFor: 'private-not-ready' } as const;
    const preparing = stateAfter(continued, confirmed, event);
    expect(preparing).toMatchObject({ attempt: { at: 'sending', waitsFor: 'private-not-ready' } });
    expect(issuedIn(preparing)).toEqual([issued]);
    expect(poolFlow(preparing, accepted)).toMatchObject({ at: 'in-progress' });
    expect(poolFlow(stateAfter(continued), event)).toEqual(stateAfter(continued));
  });

  test('a recipient can be entered only on the form, so the confirm step never pays another one', () => {
    const confirming = stateAfter(continued);
    expect(
      poolFlow(confirming, { type: 'payee-entered', payee: { recipient: '0x2', chosen: null } }),
    ).toBe(confirming);
    const back = poolFlow(confirming, { type: 'went-back' });
    expect(
      poolFlow(back, { type: 'payee-entered', payee: { recipient: '0x2', chosen: null } }),
    ).toMatchObject({
      at: 'form',
      draft: { recipient: '0x2' },
    });
  });

  test('an amount changed on the confirm step is what is confirmed, and what Back shows', () => {
    const replaced = stateAfter(continued, {
      type: 'amount-replaced',
      units: 20_000_000n as BaseUnits,
      text: '20',
    });
    expect(replaced).toMatchObject({ at: 'confirm', units: 20_000_000n });
    expect(poolFlow(replaced, { type: 'went-back' })).toMatchObject({
      draft: { amount: { kind: 'typed', text: '20' } },
    });
  });

  test('an operation that fails before it has a hash is an error on the confirm step', () => {
    const failure = 'What is left does not cover the fee.';
    const operation = { ...unhashed, status: 'failed', failure } as const;
    const state = stateAfter(continued, confirmed, accepted, { type: 'followed', operation });
    expect(state).toMatchObject({
      at: 'confirm',
      units,
      attempt: { at: 'refused', message: failure },
    });
  });
});

test('an operation cancelled by its user returns to the confirm step without an error', () => {
  const failure = 'You cancelled this payment. Nothing was sent.';
  const operation = { ...unhashed, status: 'failed', failure, isCancelled: true } as const;
  const state = stateAfter(continued, confirmed, accepted, { type: 'followed', operation });
  expect(state).toMatchObject({
    at: 'confirm',
    units,
    attempt: { at: 'cancelled', message: failure },
  });
  expect(keyFor(request, issuedIn(state), 'key-2').key).toBe('key-2');
});

describe('the Idempotency-Key', () => {
  test('is kept for the same request after a lost response, even across Back and Continue', () => {
    const lost = stateAfter(continued, confirmed, { type: 'refused', error: noResponse });
    expect(lost).toMatchObject({ attempt: { at: 'unknown' } });
    const again = [{ type: 'went-back' } as const, continued].reduce(poolFlow, lost);
    expect(keyFor(request, issuedIn(again), 'key-2')).toBe(issued);
  });

  test('is kept after a server error that says nothing about the request', () => {
    const error = { code: 'chain-unavailable', message: 'No response.', status: 503 } as const;
    const lost = stateAfter(continued, confirmed, { type: 'refused', error });
    expect(lost).toMatchObject({ attempt: { at: 'unknown' } });
    expect(keyFor(request, issuedIn(lost), 'key-2')).toBe(issued);
  });

  test.each(['queue-full', 'network-fee-too-high'] as const)(
    'is a new one after %s, which rules out that anything was sent',
    (code) => {
      const error = { ...refused, code };
      const over = stateAfter(continued, confirmed, { type: 'refused', error });
      expect(over).toMatchObject({ attempt: { at: 'refused' } });
      expect(keyFor(request, issuedIn(over), 'key-2').key).toBe('key-2');
    },
  );

  test('is a new one for another delay', () => {
    const later = { ...request, sendWithinMinutes: 60 };
    expect(keyFor(later, [issued], 'key-2')).toEqual({ key: 'key-2', request: later });
  });

  test('is a new one after the operation has failed', () => {
    const operation = { ...unhashed, status: 'failed', failure: 'No.' } as const;
    const failed = stateAfter(continued, confirmed, accepted, { type: 'followed', operation });
    expect(keyFor(request, issuedIn(failed), 'key-2').key).toBe('key-2');
  });
});

describe('a payment by link', () => {
  const byLink = [
    { type: 'message-typed', text: ' Happy birthday ' },
    { type: 'sender-shown', isShown: true },
    { type: 'link-chosen', linkTo: 'lena@post.test' },
  ] as const;

  test('pays no address, whoever was found, and tells nothing that the link doesn’t', () => {
    const state = stateAfter(...byLink);
    expect(state).toMatchObject({ draft: { chosen: null, linkTo: 'lena@post.test' } });
    if (state.at !== 'form') throw new Error('Nothing was continued.');
    const what = { tokenId: 'polygon-usdc', units, recipientAddress: '0zk1' };
    expect(requestOf(state.draft, what)).toEqual({
      ...what,
      recipientAddress: '',
      linkTo: 'lena@post.test',
      message: 'Happy birthday',
      sendWithinMinutes: null,
    });
  });

  test('one that was issued is known again, and another recipient isn’t it', () => {
    const what = { tokenId: 'polygon-usdc', units, recipientAddress: '' };
    const first = stateAfter(...byLink);
    const key = keyFor(requestOf(first.at === 'done' ? draft : first.draft, what), [], 'key-2');
    const again = [...byLink, continued].reduce(poolFlow, startPoolFlow(draft, [key]));
    expect(again).toMatchObject({ at: 'confirm', attempt: { at: 'unknown' } });
    const other = { type: 'link-chosen', linkTo: 'otto@post.test' } as const;
    const another = [...byLink, other, continued].reduce(poolFlow, startPoolFlow(draft, [key]));
    expect(another).toMatchObject({ at: 'confirm', attempt: { at: 'idle' } });
  });

  test('leaving it chooses no one, and keeps the message', () => {
    const state = stateAfter(...byLink, { type: 'link-left' });
    expect(state).toMatchObject({ draft: { recipient: '', message: ' Happy birthday ' } });
    expect(state).not.toHaveProperty('draft.linkTo');
  });

  test('a reload keeps whom it is for', () => {
    const kept = { ...draft, linkTo: 'lena@post.test', message: 'Hi' };
    expect(z.parse(POOL_ENTRY.draft, kept)).toEqual(kept);
    const issuedRequest = { ...request, recipientAddress: '', linkTo: 'lena@post.test' };
    expect(z.parse(POOL_ENTRY.request, afterReload(issuedRequest))).toEqual(issuedRequest);
  });
});
