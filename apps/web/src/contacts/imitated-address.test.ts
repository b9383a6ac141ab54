import { expect, test } from 'vitest';
import { buildContact } from '#testing/saved-contact';
import { findImitated } from './imitated-address.ts';

const privateAddress = (middle: string) => `0zk1abcd${middle.repeat(115)}wxyz`;
const BOB = buildContact({ privateAddress: privateAddress('q') });
const known = { contacts: [BOB], paid: [], own: [] };

test('private addresses are compared after the 0zk1 that all of them begin with', () => {
  expect(findImitated(privateAddress('p'), known)).toEqual({
    address: BOB.privateAddress,
    owner: BOB,
  });
  expect(findImitated(`0zk1zzzz${'p'.repeat(115)}wxyz`, known)).toBeNull();
});

test('a known address imitates nothing, and a text that is no address neither', () => {
  expect(findImitated(privateAddress('q'), known)).toBeNull();
  expect(findImitated('0x1111', known)).toBeNull();
});
