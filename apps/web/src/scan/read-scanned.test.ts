import { expect, test } from 'vitest';
import { readScanned } from './read-scanned.ts';

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const USDC = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
const PRIVATE = `0zk1qyq${'q'.repeat(120)}`;
const usdc = { chainId: 137, address: USDC };
const pol = { chainId: 137, address: null };

test('an address alone is the recipient of any coin', () => {
  for (const coin of [usdc, pol]) {
    expect(readScanned(ALICE, coin)).toEqual({ ok: true, address: ALICE, units: null });
    expect(readScanned(PRIVATE, coin)).toEqual({ ok: true, address: PRIVATE, units: null });
    expect(readScanned(`ethereum:${ALICE}@137`, coin)).toMatchObject({ ok: true, address: ALICE });
  }
});

test('a payment of this coin gives recipient and exact amount, never the token’s contract', () => {
  const link = `ethereum:${USDC.toLowerCase()}@137/transfer?address=${ALICE}&uint256=25e6`;
  expect(readScanned(link, usdc)).toEqual({ ok: true, address: ALICE, units: 25_000_000n });
  expect(readScanned(`ethereum:${ALICE}?value=1e18`, pol)).toEqual({
    ok: true,
    address: ALICE,
    units: 10n ** 18n,
  });
});

test.each([
  ['another network', `ethereum:${ALICE}@1`, usdc, 'This code is for another network.'],
  [
    'another token',
    `ethereum:${ALICE}@137/transfer?address=${ALICE}`,
    usdc,
    'This code is for another coin. Choose that coin first.',
  ],
  [
    'the native coin',
    `ethereum:${ALICE}?value=1`,
    usdc,
    'This code is for another coin. Choose that coin first.',
  ],
  [
    'a token',
    `ethereum:${USDC}/transfer?address=${ALICE}`,
    pol,
    'This code is for another coin. Choose that coin first.',
  ],
  ['a web page', 'https://example.com', usdc, 'This code isn’t an address or a payment.'],
])('a code for %s is refused with what to do', (_, text, coin, sentence) => {
  expect(readScanned(text, coin)).toEqual({ ok: false, sentence });
});
