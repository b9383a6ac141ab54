import { describe, expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { PaymentRequestTerms } from '#domain/payment-request/payment-request';
import { BOB, KAX, USDC } from '#testing/network';
import { START } from '#testing/operation';
import { buildRequestTerms } from '#testing/payment-request';
import type { internalTransfer } from '#wire/wallet/internal-transfer';
import type { unshield } from '#wire/wallet/unshield';
import { createInternalTransfer } from '../internal-transfer.ts';
import { CAROL_PRIVATE, createPoolHarness, poolCall } from '../shielded/pool-calls.test-setup.ts';
import { createUnshield } from '../unshield.ts';

const CODE = '7Q2MK9XD4TPA82WJ';
const atOnce = { respondAsync: true };
const out = { tokenId: USDC.id, recipientAddress: BOB, paymentRequest: '7q2m-k9xd-4tpa-82wj' };
const within = {
  ...{ tokenId: USDC.id as string, amount: '40000000', senderAddress: '0zkown' },
  ...{ recipientAddress: CAROL_PRIVATE, paymentRequest: CODE },
};
/** 40 USDC and the pool's fee of 0.25 % on what leaves it. */
const LEAVING = '40100250';

const toCarol: Partial<PaymentRequestTerms> = {
  ...{ balance: 'private', recipient: CAROL_PRIVATE as PrivateAddress },
};

function setUp(terms: Partial<PaymentRequestTerms> = {}, userId = 'bob') {
  const { harness, ports, repository } = createPoolHarness();
  const request = {
    ...{ userId, terms: buildRequestTerms({ units: toBaseUnits(40_000_000n), ...terms }) },
    cancelledAt: null as Date | null,
    ...{ settledAt: null, operationId: null },
  };
  repository.paymentRequests.set(CODE, request);
  const handleUnshield = createUnshield(ports);
  const handleTransfer = createInternalTransfer(ports);
  return {
    ...{ harness, request, repository },
    unshield: (amount: string, more: object = {}) =>
      handleUnshield(poolCall<typeof unshield>({ ...out, amount, ...more }, atOnce)),
    transfer: (more: object = {}) =>
      handleTransfer(poolCall<typeof internalTransfer>({ ...within, ...more }, atOnce)),
  };
}

describe('a public request is paid from the private balance', () => {
  it('with what leaves the requested amount after the pool’s fee', async () => {
    const { harness, unshield: post } = setUp();
    expect(await post(LEAVING)).toMatchObject({ operation: { received: '40000000' } });
    expect(harness.stored).toMatchObject([
      {
        paymentRequest: CODE,
        fingerprint: `unshield ${USDC.id} ${LEAVING} ${BOB} request ${CODE}`,
      },
    ]);
  });

  it.each([
    ['the requested amount, of which the pool keeps a part', '40000000', {}],
    ['one unit less than it takes', '40100249', {}],
    ['one unit more than it takes', '40100251', {}],
    ['another token', LEAVING, { tokenId: KAX.id }],
    [
      'another recipient',
      LEAVING,
      { recipientAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
    ],
  ])('and not with %s', async (_name, amount, more) => {
    const { harness, unshield: post } = setUp();
    expect(await post(amount, more)).toMatchObject({ refused: 'payment-request-differs' });
    expect([harness.stored, harness.requested]).toEqual([[], []]);
  });

  it('but not by its own payee', async () => {
    const { harness, unshield: post } = setUp({}, 'alice');
    expect(await post(LEAVING)).toEqual({
      refused: 'payment-request-differs',
      sentence: 'You can’t pay your own request.',
    });
    expect(harness.stored).toEqual([]);
  });

  it('when the pool’s fee is known', async () => {
    const { harness, unshield: post } = setUp();
    harness.terms = null;
    expect(await post(LEAVING)).toMatchObject({ refused: 'private-not-ready' });
  });
});

describe('a private request is paid within the pool', () => {
  it('with exactly what is requested, with a message or without', async () => {
    const { harness, transfer: post } = setUp(toCarol);
    expect(await post({ message: 'Thanks' })).toMatchObject({ operation: { status: 'created' } });
    expect(harness.stored).toMatchObject([{ paymentRequest: CODE }]);
  });

  it.each([
    ['another amount', toCarol, { amount: '40000001' }],
    ['what a public request wants', {}, {}],
  ])('and not with %s', async (_name, terms, more) => {
    const { harness, transfer: post } = setUp(terms);
    expect(await post(more)).toMatchObject({ refused: 'payment-request-differs' });
    expect(harness.stored).toEqual([]);
  });
});

describe('no payment of a request is stored', () => {
  it.each([
    ['cancelled', { cancelledAt: START }, 'This request was cancelled. Nothing was sent.'],
    ['settled', { settledAt: START }, 'This request was already paid. Nothing was sent.'],
  ])('that was %s', async (_name, change, sentence) => {
    const { harness, request, transfer: post } = setUp(toCarol);
    Object.assign(request, change);
    expect(await post()).toEqual({ refused: 'payment-request-over', sentence });
    expect(harness.stored).toEqual([]);
  });

  it('that has expired', async () => {
    const { harness, transfer: post } = setUp({ ...toCarol, expiresAt: START });
    expect(await post()).toMatchObject({ sentence: 'This request has expired. Nothing was sent.' });
    expect(harness.stored).toEqual([]);
  });

  it('that was open until it was stored', async () => {
    const { harness, request, transfer: post } = setUp(toCarol);
    Object.assign(harness, { storeOutcome: { kind: 'request-over' } });
    expect(await post()).toEqual({ refused: 'payment-request-over' });
    Object.assign(request, { cancelledAt: START });
    expect(await post()).toMatchObject({ refused: 'payment-request-over' });
  });

  it.each(['7Q2MK9XD4TPA82WK', 'no code'])(
    'that is unknown, as by “%s”',
    async (paymentRequest) => {
      const { harness, transfer: post } = setUp(toCarol);
      expect(await post({ paymentRequest })).toEqual({ refused: 'unknown-payment-request' });
      expect(harness.stored).toEqual([]);
    },
  );
});

it('the same key with another request, or without one, is refused', async () => {
  const { transfer: post, repository, request } = setUp(toCarol);
  const other = 'ZQ2MK9XD4TPA82WJ';
  repository.paymentRequests.set(other, { ...request });
  await post();
  for (const paymentRequest of [other, undefined]) {
    expect(await post({ paymentRequest })).toMatchObject({ refused: 'idempotency-key-reused' });
  }
  repository.paymentRequests.clear();
  expect(await post()).toMatchObject({ operation: { status: 'created' } });
});
