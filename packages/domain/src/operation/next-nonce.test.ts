import { expect, test } from 'vitest';
import { nextNonce, nextNonces } from './next-nonce.ts';

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
