import { describe, expect, test } from 'vitest';
import { nextNonce, nextNonces, noncesFor, nonceToFill } from './next-nonce.ts';

const calm = { nextRecorded: 5, nextOnChain: 5, longestWaiting: null, isNextOnChainOurs: false };

test.each([
  ['the chain and the stored operations agree', {}, 5],
  ['another wallet was used', { nextOnChain: 8 }, 8],
  ['operations of ours are on their way', { nextOnChain: 3, isNextOnChainOurs: true }, 5],
  [
    'one of them waits long for its block',
    { nextOnChain: 3, longestWaiting: 3, isNextOnChainOurs: true },
    5,
  ],
  ['they wait above an empty place', { nextOnChain: 3, longestWaiting: 4 }, 3],
  [
    'a lagging node shows a nonce that was ours',
    { nextOnChain: 2, longestWaiting: 4, isNextOnChainOurs: true },
    5,
  ],
])('when %s', (_when, more, nonce) => {
  expect(nextNonce({ ...calm, ...more })).toBe(nonce);
});

test('a payment and its approval get two consecutive nonces', () => {
  expect(nextNonces(calm)).toEqual({ approval: 5, payment: 6 });
});

test('an approval that fills a gap skips the nonces already assigned', () => {
  const gap = { ...calm, nextRecorded: 7, nextOnChain: 3, longestWaiting: 4 };
  expect(nextNonces(gap)).toEqual({ approval: 3, payment: 7 });
});

describe('the nonces of everything that is signed together', () => {
  const state = {
    nextRecorded: 7,
    nextOnChain: 4,
    longestWaiting: null,
    isNextOnChainOurs: false,
  };
  const both = { needsApproval: true, needsReset: true };

  test('are one, two or three in a row', () => {
    expect(noncesFor(state, { needsApproval: false })).toEqual({
      reset: null,
      approval: null,
      payment: 7,
    });
    expect(noncesFor(state, { needsApproval: true })).toEqual({
      reset: null,
      approval: 7,
      payment: 8,
    });
    expect(noncesFor(state, both)).toEqual({ reset: 7, approval: 8, payment: 9 });
  });

  test('go after everything of ours where the first fills a gap', () => {
    const gap = { ...state, longestWaiting: 5 };
    expect(noncesFor(gap, both)).toEqual({ reset: 4, approval: 7, payment: 8 });
  });
});

test.each([
  ['they wait above an empty place', { nextOnChain: 3, longestWaiting: 4 }, 3],
  ['nothing has waited for long', { nextOnChain: 3 }, null],
  [
    'a payment of ours has that nonce, mined or not',
    { nextOnChain: 3, longestWaiting: 4, isNextOnChainOurs: true },
    null,
  ],
  ['the chain is past what waited', { nextOnChain: 5, longestWaiting: 4 }, null],
  ['the place is ten nonces wide', { nextOnChain: 3, longestWaiting: 13 }, 3],
  ['it is wider than any wallet leaves it', { nextOnChain: 3, longestWaiting: 14 }, null],
])('the nonce to fill when %s', (_when, more, nonce) => {
  expect(nonceToFill({ ...calm, ...more })).toBe(nonce);
});
