import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_BASE_UNITS } from '../amount/base-units.ts';
import { paymentUri, readPaymentUri } from './payment-uri.ts';

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const USDC = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
const PRIVATE = `0zk1qyq${'q'.repeat(120)}`;

const nothingElse = { chainId: null, token: null, units: null };
const read = (text: string) => {
  const parsed = readPaymentUri(text);
  return parsed.ok ? parsed.request : parsed.problem;
};

describe('a payment URI', () => {
  test('of the native coin names recipient, network and amount in base units (EIP-681)', () => {
    const native = { recipient: ALICE, chainId: 137, token: null };
    expect(paymentUri({ ...native, units: 2_014n * 10n ** 15n })).toBe(
      `ethereum:${ALICE}@137?value=2014000000000000000`,
    );
    expect(paymentUri({ ...native, units: null })).toBe(`ethereum:${ALICE}@137`);
  });

  test('of a token names its contract, and the recipient as an argument of transfer', () => {
    const token = { recipient: ALICE, chainId: 137, token: USDC };
    expect(paymentUri({ ...token, units: 25_000_000n })).toBe(
      `ethereum:${USDC}@137/transfer?address=${ALICE}&uint256=25000000`,
    );
    expect(paymentUri({ ...token, units: null })).toBe(
      `ethereum:${USDC}@137/transfer?address=${ALICE}`,
    );
  });

  test('reads back as what it was made from, whatever the amount', () => {
    const amount = fc.option(fc.bigInt({ min: 1n, max: MAX_BASE_UNITS }));
    const token = fc.option(fc.constant(USDC));
    const chainId = fc.integer({ min: 1, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(amount, token, chainId, (units, tokenAddress, chain) => {
        const parts = { recipient: ALICE, chainId: chain, token: tokenAddress, units };
        expect(read(paymentUri(parts))).toEqual({
          address: ALICE,
          chainId: chain,
          token: tokenAddress,
          units,
        });
      }),
    );
  });
});

describe('reading a payment code', () => {
  test('accepts an address alone, with blanks around it', () => {
    expect(read(` ${ALICE}\n`)).toEqual({ address: ALICE, ...nothingElse });
    expect(read(PRIVATE)).toEqual({ address: PRIVATE, ...nothingElse });
    expect(read(PRIVATE.toUpperCase())).toEqual({ address: PRIVATE, ...nothingElse });
  });

  test.each([
    [`ethereum:${ALICE}`, nothingElse],
    [`ETHEREUM:${ALICE}`, nothingElse],
    [`ethereum:pay-${ALICE}@137`, { ...nothingElse, chainId: 137 }],
    [`ethereum:${ALICE}?value=0`, nothingElse],
    [`ethereum:${ALICE}@1?value=2.014e18&gasPrice=1e9`, { chainId: 1, units: 2014n * 10n ** 15n }],
    [`ethereum:${ALICE}?gas=21000&value=+00250&label=Dinner`, { units: 250n }],
    [`ethereum:${ALICE}?value=1.50e1`, { units: 15n }],
    [`ethereum:${ALICE}?value=${MAX_BASE_UNITS}`, { units: MAX_BASE_UNITS }],
    [`ethereum:${USDC}@137/transfer?address=${ALICE}`, { chainId: 137, token: USDC }],
    [
      `ethereum:${USDC}@137/transfer?address=${ALICE}&uint256=1e6`,
      { chainId: 137, token: USDC, units: 1_000_000n },
    ],
  ])('reads %s', (text, request) => {
    expect(read(text)).toEqual({ ...nothingElse, address: ALICE, ...request });
  });

  test.each([
    ['', 'not-an-address'],
    ['Dinner on Friday.', 'not-an-address'],
    ['https://kax.example/pay', 'not-an-address'],
    ['alice@example.com', 'not-an-address'],
    ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'not-an-address'],
    [ALICE.slice(0, -1), 'not-an-address'],
    ['ethereum:', 'not-an-address'],
    [`ethereum:${ALICE}0`, 'not-an-address'],
    [`ethereum:${USDC}/transfer?address=&uint256=1`, 'not-an-address'],
    ['vitalik.eth', 'name'],
    ['ethereum:pay-vitalik.eth@1?value=1', 'name'],
    [`ethereum:${USDC}/transfer?address=vitalik.eth&uint256=1`, 'name'],
    [`ethereum:${USDC}/approve?address=${ALICE}&uint256=1`, 'other-function'],
    [`ethereum:${USDC}/transfer?uint256=1&address=${ALICE}`, 'other-function'],
    [`ethereum:${USDC}/transfer?address=${ALICE}&uint256=1&bytes=0x`, 'other-function'],
    [`ethereum:${USDC}/transfer`, 'other-function'],
    [`ethereum:${USDC}/?value=1`, 'other-function'],
    [`ethereum:${USDC}?address=${ALICE}&uint256=1`, 'other-function'],
    [`ethereum:${ALICE}@0x89`, 'not-exact'],
    [`ethereum:${ALICE}@`, 'not-exact'],
    [`ethereum:${ALICE}?value=1&value=2`, 'not-exact'],
    [`ethereum:${ALICE}?value`, 'not-exact'],
    [`ethereum:${ALICE}?value=`, 'not-exact'],
    [`ethereum:${ALICE}?value=1.5`, 'not-exact'],
    [`ethereum:${ALICE}?value=5e-1`, 'not-exact'],
    [`ethereum:${ALICE}?value=-1`, 'not-exact'],
    [`ethereum:${ALICE}?value=0x10`, 'not-exact'],
    [`ethereum:${ALICE}?value=1,000`, 'not-exact'],
    [`ethereum:${ALICE}?value=1e78`, 'not-exact'],
    [`ethereum:${ALICE}?value=1e999999999`, 'not-exact'],
    [`ethereum:${ALICE}?value=${MAX_BASE_UNITS + 1n}`, 'not-exact'],
    [`ethereum:${ALICE}\n?value=1`, 'not-an-address'],
  ])('refuses %j: %s', (text, problem) => {
    expect(read(text)).toBe(problem);
  });

  test('never throws, whatever the text', () => {
    const pieces = fc.constantFrom(
      'ethereum:',
      'pay-',
      ALICE,
      '@',
      '/transfer',
      '?',
      '&',
      '=',
      'e',
    );
    const text = fc.array(fc.oneof(pieces, fc.string())).map((parts) => parts.join(''));
    fc.assert(fc.property(text, (any) => void readPaymentUri(any)));
  });

  test('never yields another amount than the integer that the number stands for', () => {
    const digits = fc.stringMatching(/^[0-9]{1,30}$/);
    const places = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(digits, fc.option(digits), places, (whole, fraction, exponent) => {
        const written = `${whole}${fraction === null ? '' : `.${fraction}`}e${exponent}`;
        const scale = 10n ** BigInt((fraction ?? '').length);
        const scaled = BigInt(whole + (fraction ?? '')) * 10n ** BigInt(exponent);
        const isWhole = scaled % scale === 0n;
        const units = scaled === 0n ? null : scaled / scale;
        const parsed = read(`ethereum:${ALICE}?value=${written}`);
        expect(parsed).toEqual(isWhole ? { ...nothingElse, address: ALICE, units } : 'not-exact');
      }),
    );
  });
});
