import { expect, test } from 'vitest';
import { buildCoin } from '#testing/coin';
import { readRecipient } from './recipient-entry.ts';

const coin = buildCoin({
  address: '0x00000000000000000000000000000000000c01c5',
  walletAddress: '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE',
});
const read = (text: string) => readRecipient(text, coin, [coin]);

test.each([
  [
    '0x123',
    'This isn’t a public address. A public address starts with 0x, followed by 40 characters.',
  ],
  ['0x7ab1ce54b0942a6ce94d3708fba12c5d7e4b93fe', 'This is your own address.'],
  [`0x${'0'.repeat(40)}`, 'No one owns this address. Anything you send there is lost.'],
  [
    '0x00000000000000000000000000000000000C01C5',
    'This address belongs to a token. Anything you send there is lost.',
  ],
  [
    '0zk1qyk9nn28x0u3rwn5pknglda68wrn7gw6',
    'This is a private address. Use Internal Transfer in private mode.',
  ],
])('%s is refused immediately', (text, problem) => {
  expect(read(text)).toEqual({ at: 'wrong', problem });
});

test('a well-formed address is passed on exactly as written, including its capitalization', () => {
  const address = '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a';
  expect(read(address)).toEqual({ at: 'shaped', address });
});

test('an empty field is not wrong', () => {
  expect(read('')).toEqual({ at: 'empty' });
});
