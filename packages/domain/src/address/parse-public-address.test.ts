import { describe, expect, test } from 'vitest';
import type { PublicAddress } from './address.ts';
import { checkRecipient, isSameAddress, parsePublicAddress } from './parse-public-address.ts';

/** Checksummed forms are known for these two; every other address keeps its lower case. */
const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as PublicAddress;
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as PublicAddress;
const TOKEN = '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359' as PublicAddress;

function toChecksum(lowerCase: `0x${string}`): PublicAddress {
  return (
    [ALICE, BOB].find((known) => isSameAddress(known, lowerCase)) ?? (lowerCase as PublicAddress)
  );
}

const payment = { sender: ALICE, tokenAddresses: [TOKEN], toChecksum };

describe('a public address', () => {
  test('is accepted in its EIP-55 form and in all lower case', () => {
    expect(parsePublicAddress(BOB, toChecksum)).toEqual({ ok: true, address: BOB });
    expect(parsePublicAddress(BOB.toLowerCase(), toChecksum)).toEqual({ ok: true, address: BOB });
  });

  test('with one capital in the wrong place is refused, and so is one in all upper case', () => {
    for (const text of [BOB.replace('C5', 'c5'), `0x${BOB.slice(2).toUpperCase()}`]) {
      expect(parsePublicAddress(text, toChecksum)).toEqual({ ok: false, problem: 'checksum' });
    }
  });

  test.each([
    '',
    '0x',
    BOB.slice(0, -1),
    `${BOB}0`,
    BOB.replace('0x', '0X'),
    BOB.slice(2),
    'vitalik.eth',
    `${BOB} `,
    ` ${BOB}`,
    `${BOB}\n`,
    BOB.replace('c', 'с'),
    `${BOB.slice(0, 20)}\u200b${BOB.slice(20)}`,
    'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
    `eip155:1:${BOB}`,
    `0x${'0'.repeat(1_000_000)}`,
  ])('is not %.30j', (text) => {
    expect(parsePublicAddress(text, toChecksum)).toEqual({ ok: false, problem: 'not-valid' });
  });

  test('is distinguished from a private one', () => {
    expect(parsePublicAddress('0zk1qyk9nn28x0u3rwn5pknglda68wrn7gw6anjw8', toChecksum)).toEqual({
      ok: false,
      problem: 'is-private',
    });
  });
});

describe('a recipient', () => {
  test.each([
    ['0x0000000000000000000000000000000000000000', 'is-zero'],
    ['0x0000000000000000000000000000000000000001', 'is-zero'],
    ['0x0000000000000000000000000000000000000011', 'is-zero'],
    ['0x000000000000000000000000000000000000dead', 'is-zero'],
    [ALICE, 'is-sender'],
    [ALICE.toLowerCase(), 'is-sender'],
    [TOKEN, 'is-token'],
  ] as const)('%s is refused: %s', (text, problem) => {
    expect(checkRecipient(text, payment)).toEqual({ ok: false, problem });
  });

  test('another account is accepted', () => {
    expect(checkRecipient(BOB, payment)).toEqual({ ok: true, address: BOB });
  });
});
