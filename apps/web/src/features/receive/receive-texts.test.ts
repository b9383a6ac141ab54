import { expect, test } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { buildCoin, buildNativeCoin } from '#testing/coin';
import { paymentLink, shareText } from './receive-texts.ts';

const toPublic = { mode: 'public', address: '0xme' } as const;
const toPrivate = { mode: 'private', address: '0zk1me' } as const;
const usdc = buildCoin({ chainId: 137, address: '0xusdc' });
const pol = buildNativeCoin({ chainId: 137 });
const units = toBaseUnits(1_234_500_000n);

test('a payment link names the network, the token where there is one, and the exact amount (EIP-681)', () => {
  expect(paymentLink(toPublic, pol, null)).toBe('ethereum:0xme@137');
  expect(paymentLink(toPublic, pol, units)).toBe('ethereum:0xme@137?value=1234500000');
  expect(paymentLink(toPublic, usdc, null)).toBe('ethereum:0xusdc@137/transfer?address=0xme');
  expect(paymentLink(toPublic, usdc, units)).toBe(
    'ethereum:0xusdc@137/transfer?address=0xme&uint256=1234500000',
  );
});

test('a private address has no payment link', () => {
  expect(paymentLink(toPrivate, usdc, units)).toBeNull();
});

test('what is shared without an amount is the address alone', () => {
  expect(shareText(toPublic, null)).toBe('0xme');
  expect(shareText(toPrivate, null)).toBe('0zk1me');
});

test('what is shared with an amount says it in words, and for other wallets as a link', () => {
  expect(shareText(toPublic, { coin: usdc, units })).toBe(
    'Please send 1,234.5 USDC on Polygon to:\n0xme\n\nOr open this in a wallet:\nethereum:0xusdc@137/transfer?address=0xme&uint256=1234500000',
  );
  expect(shareText(toPrivate, { coin: usdc, units })).toBe(
    'Please send 1,234.5 USDC to my private address, from Kax or another RAILGUN wallet on Polygon:\n0zk1me',
  );
});
