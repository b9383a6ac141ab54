import { describe, expect, test } from 'vitest';
import { isSigned, type SignedOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import { ALICE, BOB } from '#testing/network';
import { buildInclusion, hashOf, START, uuidOf } from '#testing/operation';
import type { SigningRequest, SignOutcome } from '../../ports/operations.ts';
import type { FinalTransaction } from '../../ports/recovered-transactions.ts';
import {
  detailsOf,
  type EmptyRepository,
  LEASE_MS,
  recordNext,
  requestOf,
  sign,
  tried,
  units,
} from './steps.ts';

const TAG = 'ab'.repeat(32);
const LATER = new Date(START.getTime() + 60_000);

/** Payments with even numbers are Alice's, the others Bob's: two accounts, whose locks don't order them. */
function payment(n: number, more: Partial<SigningRequest['chainState']> = {}): SigningRequest {
  const isAlices = n % 2 === 0;
  const payer = isAlices ? uuidOf(0xa11ce) : uuidOf(0xb0b);
  const details = { ...detailsOf(n), userId: payer, account: isAlices ? ALICE : BOB };
  return { ...requestOf(n, { details, state: more }), paymentRequest: TAG };
}

type Change = (operation: SignedOperation) => SignedOperation;

const mined =
  (isSuccess: boolean): Change =>
  (operation) => {
    const transactionHash = operation.signing.ladder[0]?.hash ?? hashOf(0);
    const inclusion = buildInclusion({ transactionHash, isSuccess });
    return transition(transition(operation, tried), { type: 'mined', inclusion });
  };
const final = (operation: SignedOperation) =>
  transition(operation, { type: 'finalized', at: START });
const by = { transactionHash: hashOf(9_999), blockNumber: 9n, blockHash: '0x9' };
const replaced: Change = (operation) =>
  transition(operation, { type: 'nonce-taken', by, at: START });

/** How a payment goes on, and whether another one may follow. */
const ENDS: readonly (readonly [string, Change | null, 'signed' | 'request-over'])[] = [
  ['is signed', null, 'request-over'],
  ['was tried', (operation) => transition(operation, tried), 'request-over'],
  ['is in a block', mined(true), 'request-over'],
  ['is in a block, where it failed', mined(false), 'request-over'],
  ['is final', (operation) => final(mined(true)(operation)), 'request-over'],
  ['is final, and failed', (operation) => final(mined(false)(operation)), 'signed'],
  ['lost its nonce to another transaction', replaced, 'signed'],
];

/** What every repository promises of payments of one payment request. */
export function describePaymentRequests(repository: () => EmptyRepository): void {
  const pay = (n: number, more: Partial<SigningRequest['chainState']> = {}) =>
    repository().operations.signNext(payment(n, more), sign(n), LEASE_MS);
  const paid = async (n: number) => {
    const outcome = await pay(n);
    if (outcome.kind !== 'signed') throw new Error(`Payment ${n} was not signed: ${outcome.kind}`);
    return outcome.claim;
  };
  const isStored = async (n: number) => {
    const { details, idempotencyKey } = payment(n);
    return (await repository().operations.findByKey(details.userId, idempotencyKey)) !== null;
  };

  describe('of payments of one request', () => {
    test('one is signed, of two accounts at the same moment, 20 times', async () => {
      for (let round = 0; round < 20; round += 1) {
        const tag = round.toString(16).padStart(64, '0');
        await repository().addPaymentRequest(tag, { expiresAt: LATER });
        const outcomes = await Promise.all(
          [2 * round, 2 * round + 1].map((n) =>
            repository().operations.signNext(
              { ...payment(n), paymentRequest: tag },
              sign(n),
              LEASE_MS,
            ),
          ),
        );
        const kinds = outcomes.map(({ kind }) => kind).toSorted();
        expect(kinds, `round ${round}`).toEqual(['request-over', 'signed']);
        const stored = await Promise.all([isStored(2 * round), isStored(2 * round + 1)]);
        expect(stored.filter(Boolean)).toHaveLength(1);
      }
    });

    test('one is signed, of 20 of one account at the same moment', async () => {
      await repository().addPaymentRequest(TAG, { expiresAt: LATER });
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => pay(2 * n)));
      expect(outcomes.filter(({ kind }) => kind === 'signed')).toHaveLength(1);
    });

    test.each(ENDS)(
      'one that %s decides whether another is signed',
      async (_name, change, kind) => {
        await repository().addPaymentRequest(TAG, { expiresAt: LATER });
        const claim = await paid(0);
        if (change !== null) await recordNext(repository().operations, claim, change);
        expect((await pay(1)).kind).toBe(kind);
      },
    );

    test('one that is repeated under its key is that payment, whatever became of the request', async () => {
      await repository().addPaymentRequest(TAG, { expiresAt: LATER });
      await paid(0);
      const again: SignOutcome = await pay(0);
      expect(again).toMatchObject({ kind: 'exists', stored: { operation: { id: uuidOf(0) } } });
    });

    test('one without enough money leaves the request open', async () => {
      await repository().addPaymentRequest(TAG, { expiresAt: LATER });
      expect((await pay(0, { tokenBalance: units(1n) })).kind).toBe('insufficient-funds');
      expect((await pay(1)).kind).toBe('signed');
    });
  });

  describe('no payment is signed, and none stored, of a request that', () => {
    test.each([
      ['does not exist', null],
      ['has expired', { expiresAt: START }],
      ['was cancelled', { expiresAt: LATER, cancelledAt: START }],
    ])('%s', async (_name, dates) => {
      if (dates !== null) await repository().addPaymentRequest(TAG, dates);
      expect(await pay(0)).toEqual({ kind: 'request-over' });
      expect(await isStored(0)).toBe(false);
    });
  });

  describe('a payment of a request that the network has and the records lost', () => {
    const recovered: FinalTransaction = {
      ...{ nonce: 7, hash: hashOf(77), raw: '0x02aa', to: BOB, value: 5n, data: '0xabcd' },
      ...{ feeCeiling: units(9n), blockNumber: 8n, blockHash: '0xb', minedAt: START },
    };
    async function adopt(n: number) {
      const { operations } = repository();
      const { details } = payment(n);
      const { chainId, account, userId } = details;
      const found = { transactions: [recovered], now: START };
      await operations.recover({ chainId, account, userId }, found);
      const adopted = await operations.adopt({ ...payment(n), transaction: recovered });
      expect(adopted !== null && isSigned(adopted)).toBe(true);
    }

    test.each([
      ['is open', {}],
      ['has expired since', { expiresAt: START }],
      ['was cancelled since', { cancelledAt: START }],
    ])('pays one that %s', async (_name, dates) => {
      await repository().addPaymentRequest(TAG, { expiresAt: LATER, ...dates });
      await adopt(0);
      expect(await repository().payerOf(TAG)).toBe(uuidOf(0));
      expect((await pay(1)).kind).toBe('request-over');
    });

    test('takes the place of one that moved nothing', async () => {
      await repository().addPaymentRequest(TAG, { expiresAt: LATER });
      await recordNext(repository().operations, await paid(1), replaced);
      await adopt(0);
      expect(await repository().payerOf(TAG)).toBe(uuidOf(0));
    });

    test('does not take the place of one that may move money', async () => {
      await repository().addPaymentRequest(TAG, { expiresAt: LATER });
      await paid(1);
      await adopt(0);
      expect(await repository().payerOf(TAG)).toBe(uuidOf(1));
    });
  });
}
