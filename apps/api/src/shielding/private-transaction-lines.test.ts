import { expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { USDC } from '#testing/network';
import {
  type PrivateTransactionTerms,
  privateTransactionRequestLine,
} from '../ports/private-transactions.ts';

const terms: PrivateTransactionTerms = {
  chainId: 31337,
  kind: 'internal-transfer',
  tokenId: USDC.id,
  amount: toBaseUnits(5n),
  recipient: '0zkcarol' as PrivateAddress,
  gasPrice: 30n,
  fee: null,
  sealedMessage: null,
  sealedPlan: null,
  spender: null,
  showsSender: false,
};

const lineOf = (over: Partial<PrivateTransactionTerms> = {}) =>
  privateTransactionRequestLine({
    operationId: 'one',
    userId: 'alice',
    terms: { ...terms, ...over },
  });

it('signs a payment that tells nothing as earlier versions did, so that what is queued stays valid', () => {
  expect(lineOf()).toBe(`one alice 31337 internal-transfer ${USDC.id} 5 0zkcarol 30 free`);
});

it('signs message and plan and whether the sender is shown, so that neither can be changed or swapped', () => {
  const [first, second] = [Uint8Array.of(1, 2), Uint8Array.of(2, 1)];
  const lines = [
    lineOf(),
    lineOf({ showsSender: true }),
    lineOf({ sealedMessage: first }),
    lineOf({ sealedMessage: second }),
    lineOf({ sealedMessage: first, showsSender: true }),
    lineOf({ sealedMessage: new Uint8Array() }),
    lineOf({ sealedPlan: first }),
    lineOf({ sealedPlan: second }),
    lineOf({ sealedMessage: first, sealedPlan: first }),
  ];
  expect(new Set(lines).size).toBe(lines.length);
});

it('signs which wallet of a claim is spent from, and not what opens it, which is sealed again', () => {
  const from = (address: string, sealed: string) =>
    lineOf({ spender: { address: address as PrivateAddress, sealed: Buffer.from(sealed) } });
  expect(from('0zkone', 'first')).toBe(`${lineOf()}; from 0zkone`);
  expect(from('0zkone', 'second')).toBe(from('0zkone', 'first'));
  expect(from('0zktwo', 'first')).not.toBe(from('0zkone', 'first'));
});
