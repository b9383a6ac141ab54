import { describe, expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import type { SignedOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import { ALICE, BOB } from '#testing/network';
import { buildInclusion, CANCELLED, hashOf, NONCE_TAKEN, START, uuidOf } from '#testing/operation';
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

const CLAIM = uuidOf(0xc1a1);
const ANOTHER_CLAIM = uuidOf(0xc1a2);
/** The wallet that the money waits in. */
const WALLET = `0x${'c1'.repeat(20)}` as PublicAddress;
const OTHER_WALLET = `0x${'c2'.repeat(20)}` as PublicAddress;

/** Ends with even numbers are Alice's, who takes her money back; the others are claims of Bob. */
function end(n: number, claim = CLAIM, account = WALLET): SigningRequest {
  const isReturn = n % 2 === 0;
  const userId = isReturn ? uuidOf(0xa11ce) : uuidOf(0xb0b);
  const recipient = isReturn ? ALICE : BOB;
  const details = { ...detailsOf(n), userId, account, recipient };
  return { ...requestOf(n, { details }), endsClaim: claim };
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

/** How an end goes on, and whether another one may follow. */
const COURSES: readonly (readonly [string, Change | null, 'signed' | 'claim-over'])[] = [
  ['is signed', null, 'claim-over'],
  ['was tried', (operation) => transition(operation, tried), 'claim-over'],
  ['is in a block', mined(true), 'claim-over'],
  ['is in a block, where it failed', mined(false), 'claim-over'],
  ['is final', (operation) => final(mined(true)(operation)), 'claim-over'],
  ['is final, and failed', (operation) => final(mined(false)(operation)), 'signed'],
  [
    'lost its nonce to another transaction',
    (operation) => transition(operation, NONCE_TAKEN),
    'signed',
  ],
  ['was cancelled', (operation) => transition(operation, CANCELLED), 'signed'],
];

/** What every repository promises of operations that claim or return the money of one payment by link. */
export function describeClaimEnds(repository: () => EmptyRepository): void {
  const signEnd = (request: SigningRequest, n: number) =>
    repository().operations.signNext(request, sign(n), LEASE_MS);
  const ended = async (n: number) => {
    const outcome = await signEnd(end(n), n);
    if (outcome.kind !== 'signed') throw new Error(`End ${n} was not signed: ${outcome.kind}`);
    return outcome.claim;
  };
  const isStored = async (n: number) => {
    const { details, idempotencyKey } = end(n);
    return (await repository().operations.findByKey(details.userId, idempotencyKey)) !== null;
  };

  describe('of what ends one payment by link', () => {
    test('one is signed, by its recipient or its sender at the same moment, 20 times', async () => {
      for (let round = 0; round < 20; round += 1) {
        const claim = uuidOf(0xc000 + round);
        const wallet = `0x${(round + 1).toString(16).padStart(40, 'c')}` as PublicAddress;
        await repository().addClaim(claim);
        const both = [2 * round, 2 * round + 1];
        const outcomes = await Promise.all(both.map((n) => signEnd(end(n, claim, wallet), n)));
        const kinds = outcomes.map(({ kind }) => kind).toSorted();
        expect(kinds, `round ${round}`).toEqual(['claim-over', 'signed']);
        const winner = both[outcomes.findIndex(({ kind }) => kind === 'signed')] ?? -1;
        expect(await repository().endOf(claim)).toBe(uuidOf(winner));
        const stored = await Promise.all(both.map(isStored));
        expect(stored.filter(Boolean)).toHaveLength(1);
      }
    });

    test('one is signed, of two at the same moment that even use different wallets', async () => {
      for (let round = 0; round < 20; round += 1) {
        const claim = uuidOf(0xc000 + round);
        await repository().addClaim(claim);
        const wallets = [1, 2].map(
          (part) => `0x${(2 * round + part).toString(16).padStart(40, 'd')}` as PublicAddress,
        );
        const outcomes = await Promise.all(
          wallets.map((wallet, part) => {
            const n = 2 * round + part;
            return signEnd(end(n, claim, wallet), n);
          }),
        );
        expect(outcomes.filter(({ kind }) => kind === 'signed')).toHaveLength(1);
      }
    });

    test('one is signed, of 20 at the same moment', async () => {
      await repository().addClaim(CLAIM);
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => signEnd(end(n), n)));
      expect(outcomes.filter(({ kind }) => kind === 'signed')).toHaveLength(1);
    });

    test.each(COURSES)(
      'one that %s decides whether another is signed',
      async (_name, change, kind) => {
        await repository().addClaim(CLAIM);
        const claim = await ended(0);
        if (change !== null) await recordNext(repository().operations, claim, change);
        expect((await signEnd(end(1), 1)).kind).toBe(kind);
        expect(await repository().endOf(CLAIM)).toBe(uuidOf(kind === 'signed' ? 1 : 0));
      },
    );

    test('one that is repeated under its key is that operation, whatever became of the claim', async () => {
      await repository().addClaim(CLAIM);
      await ended(0);
      const again: SignOutcome = await signEnd(end(0), 0);
      expect(again).toMatchObject({ kind: 'exists', stored: { operation: { id: uuidOf(0) } } });
    });

    test.each([
      ['without enough money', { state: { tokenBalance: units(1n) } }, 'insufficient-funds'],
      ['above what was set aside', { state: { nativeBalance: units(1n) } }, 'insufficient-funds'],
    ])('one %s leaves it to the next', async (_name, { state }, kind) => {
      await repository().addClaim(CLAIM);
      const poor = end(0);
      const request = { ...poor, chainState: { ...poor.chainState, ...state } };
      expect((await signEnd(request, 0)).kind).toBe(kind);
      expect(await repository().endOf(CLAIM)).toBe(null);
      expect((await signEnd(end(1), 1)).kind).toBe('signed');
    });

    test('one whose signature fails leaves it to the next', async () => {
      await repository().addClaim(CLAIM);
      const failing = () => Promise.reject(new Error('The vault is closed.'));
      const failed = repository().operations.signNext(end(0), failing, LEASE_MS);
      await expect(failed).rejects.toThrow('The vault is closed.');
      expect(await repository().endOf(CLAIM)).toBe(null);
      expect((await signEnd(end(1), 1)).kind).toBe('signed');
    });

    test('one of a user who was removed is not signed, and leaves it to the next', async () => {
      await repository().addClaim(CLAIM);
      await repository().removeUser(uuidOf(0xb0b));
      expect(await signEnd(end(1), 1)).toEqual({ kind: 'user-removed' });
      expect(await repository().endOf(CLAIM)).toBe(null);
      expect((await signEnd(end(0), 0)).kind).toBe('signed');
    });

    test('one does not end another claim', async () => {
      await repository().addClaim(CLAIM);
      await repository().addClaim(ANOTHER_CLAIM);
      await ended(0);
      expect((await signEnd(end(1, ANOTHER_CLAIM, OTHER_WALLET), 1)).kind).toBe('signed');
      expect(await repository().endOf(CLAIM)).toBe(uuidOf(0));
    });
  });

  test('nothing is signed, and nothing stored, for a payment by link that does not exist', async () => {
    expect(await signEnd(end(0), 0)).toEqual({ kind: 'claim-over' });
    expect(await isStored(0)).toBe(false);
  });

  describe('an end that the network has and the records lost', () => {
    const recovered: FinalTransaction = {
      ...{ nonce: 7, hash: hashOf(77), raw: '0x02aa', to: BOB, value: 5n, data: '0xabcd' },
      ...{ feeCeiling: units(9n), blockNumber: 8n, blockHash: '0xb', minedAt: START },
    };
    async function adopt(n: number, claim = CLAIM) {
      const { operations } = repository();
      const { chainId, account, userId } = end(n).details;
      const found = { transactions: [recovered], now: START };
      await operations.recover({ chainId, account, userId }, found);
      const adopted = await operations.adopt({ ...end(n, claim), transaction: recovered });
      expect(adopted?.id).toBe(uuidOf(n));
    }

    test('ends it', async () => {
      await repository().addClaim(CLAIM);
      await adopt(1);
      expect(await repository().endOf(CLAIM)).toBe(uuidOf(1));
      expect((await signEnd(end(0), 0)).kind).toBe('claim-over');
    });

    test('takes the place of one that moved nothing', async () => {
      await repository().addClaim(CLAIM);
      const claim = await ended(0);
      await recordNext(repository().operations, claim, (o) => transition(o, NONCE_TAKEN));
      await adopt(1);
      expect(await repository().endOf(CLAIM)).toBe(uuidOf(1));
    });

    test('is stored although the claim is gone', async () => {
      await adopt(1, ANOTHER_CLAIM);
      expect(await isStored(1)).toBe(true);
    });
  });
}
