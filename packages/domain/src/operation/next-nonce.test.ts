import { expect, test } from 'vitest';
import { nextNonce } from './next-nonce.ts';

const calm = { nextInBook: 5, nextOnChain: 5, longestWaiting: null, isNextOnChainOurs: false };

test.each([
  ['the chain and the book agree', {}, 5],
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
