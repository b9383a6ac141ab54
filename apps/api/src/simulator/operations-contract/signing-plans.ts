import { describe, expect, test } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { ALICE, BOB } from '#testing/network';
import { buildPrivateTransaction, START, uuidOf } from '#testing/operation';
import type { SigningRequest } from '../../ports/operations.ts';
import type { OwnSeals } from '../../ports/own-seals.ts';
import type { PlanOwner, PrivateSigningPlan, SigningPlan } from '../../ports/signing-plans.ts';
import { detailsOf, type EmptyRepository, LEASE_MS, requestOf, sign, units } from './steps.ts';

const LATER = new Date(START.getTime() + 120_000);
const OWNER = uuidOf(0xa11ce);
const PRIVATE = '0zk1owner' as PrivateAddress;

/** Seals that open under the same place, and nothing else. */
const seals: OwnSeals = {
  seal: (place, text) => Buffer.from(`${JSON.stringify(place)}${text}`),
  open(place, sealed) {
    const text = Buffer.from(sealed).toString('utf8');
    const label = JSON.stringify(place);
    return text.startsWith(label)
      ? { ok: true, text: text.slice(label.length) }
      : { ok: false, cause: 'another place' };
  },
  tag: (text) => Buffer.from(text),
};
const alice: PlanOwner = { userId: OWNER, seals };
const bob: PlanOwner = { userId: uuidOf(0xb0b), seals };

function planOf(n: number, more: Partial<SigningPlan['details']> = {}): SigningPlan {
  const call = { to: BOB, value: 10n ** 30n, data: '0x', gas: 21_000n } as const;
  const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, feeCap: 10n ** 18n };
  return {
    id: uuidOf(1_000 + n),
    details: detailsOf(n, { userId: OWNER, account: ALICE, ...more }),
    calls: { approval: null, call, fees, rungs: 3 },
    nonces: { nonce: n, approvalNonce: null, resetNonce: null },
    request: { call: 'send-tokens', body: { amount: '1' }, idempotencyKey: `key-${n}` },
    admittedAt: START,
    expiresAt: LATER,
  };
}

/** The plan of a payment from a private balance. */
function privatePlanOf(n: number, privateAddress: PrivateAddress = PRIVATE): PrivateSigningPlan {
  const createdAt = new Date(START.getTime() + n);
  const pool = { privateAddress, poolFee: units(0n), broadcasterFee: null };
  const details = buildPrivateTransaction({ id: uuidOf(n), userId: OWNER, createdAt, pool });
  const { chainId, tokenId, amount, recipient } = details;
  const zeros = (bytes: number) => `0x${'0'.repeat(2 * bytes)}`;
  const note = { random: zeros(16), senderRandom: zeros(15), feeRecipient: null };
  return {
    ...{ id: uuidOf(1_000 + n), details },
    notes: {
      terms: {
        ...{ chainId, kind: 'unshield', tokenId, amount, recipient, gasPrice: 10n ** 12n },
        ...{ fee: null, showsSender: false, spender: null },
      },
      toSign: {
        parts: [
          {
            token: zeros(20),
            outputs: [{ role: 'change', value: 2n ** 100n, ...note }],
            publicInputs: {
              ...{ merkleRoot: 2n ** 250n, boundParamsHash: 5n },
              ...{ nullifiers: [6n, 2n ** 251n], commitments: [7n] },
            },
            boundParams: {
              ...{ treeNumber: 2, minGasPrice: 9n, unshield: 1, chainId },
              ...{ adaptContract: zeros(20), adaptParams: zeros(32), commitmentCiphertext: [] },
            },
          },
        ],
        adaptRandom: zeros(31),
      },
      stored: '{"notes":"12n"}',
    },
    request: { call: 'unshield', body: { amount: '1' }, idempotencyKey: `key-${n}` },
    ...{ admittedAt: START, expiresAt: LATER },
  };
}

/** What its owner signed of the plan of payment `n`. */
function signedBy(n: number, more: Partial<SigningRequest['details']> = {}): SigningRequest {
  const details = detailsOf(n, { userId: OWNER, account: ALICE, ...more });
  return { ...requestOf(n, { details }), takesPlan: uuidOf(1_000 + n) };
}

/** What every repository promises of plans that wait for their owners, and of what they signed. */
export function describeSigningPlans(repository: () => EmptyRepository): void {
  const { signNext, planNext } = {
    signNext: (request: SigningRequest) =>
      repository().operations.signNext(request, sign(0), LEASE_MS),
    planNext: (request: SigningRequest) => repository().operations.planNext(request),
  };
  const plans = () => repository().signingPlans;
  const store = (n: number) => plans().store(alice, planOf(n));
  const statesOf = async (owner: PlanOwner) =>
    (await plans().list(owner)).map(({ state }) => state);

  describe('a plan', () => {
    test('is read as it was stored, by its user alone', async () => {
      expect(await store(1)).toBe(true);
      const known = { ...planOf(1), state: 'waiting' };
      expect(await plans().find(alice, uuidOf(1))).toEqual(known);
      expect(await plans().list(alice)).toEqual([known]);
      expect(await plans().find(bob, uuidOf(1))).toBeNull();
      expect(await plans().find(alice, 'no id')).toBeNull();
      expect(await plans().list(bob)).toEqual([]);
    });

    test('takes the place of the one before of its account, and of no other', async () => {
      await store(1);
      await plans().store(bob, planOf(3, { userId: bob.userId, account: BOB }));
      await store(2);
      expect(await statesOf(alice)).toEqual(['waiting', 'replaced']);
      expect(await statesOf(bob)).toEqual(['waiting']);
      expect(await signNext(signedBy(1))).toEqual({ kind: 'plan-over' });
      expect(await signNext(signedBy(2))).toMatchObject({ kind: 'signed' });
    });

    test('of which many are made at the same moment, one waits', async () => {
      await Promise.all(Array.from({ length: 20 }, (_, n) => store(n + 1)));
      const states = await statesOf(alice);
      expect(states.filter((state) => state === 'waiting')).toHaveLength(1);
      expect(states).toHaveLength(20);
    });

    test('is signed once', async () => {
      await store(1);
      expect(await signNext(signedBy(1))).toMatchObject({ kind: 'signed' });
      expect(await plans().find(alice, uuidOf(1))).toMatchObject({ state: 'signed' });
      expect(await signNext({ ...signedBy(1), idempotencyKey: 'other' })).toEqual({
        kind: 'plan-over',
      });
    });

    test('is either signed or cancelled', async () => {
      for (let n = 1; n <= 10; n += 1) {
        await store(n);
        const [signed, isCancelled] = await Promise.all([
          signNext(signedBy(n)),
          plans().cancel(OWNER, uuidOf(n), START),
        ]);
        expect([signed.kind === 'signed', isCancelled].filter(Boolean)).toHaveLength(1);
      }
    });

    test('is not cancelled by someone else, nor once it has expired', async () => {
      await store(1);
      expect(await plans().cancel(bob.userId, uuidOf(1), START)).toBe(false);
      expect(await plans().cancel(OWNER, uuidOf(1), LATER)).toBe(false);
      expect(await plans().cancel(OWNER, uuidOf(1), START)).toBe(true);
      expect(await plans().cancel(OWNER, uuidOf(1), START)).toBe(false);
      expect(await plans().find(alice, uuidOf(1))).toMatchObject({ state: 'cancelled' });
    });

    test('that has expired, or of another operation or user, takes no signatures', async () => {
      await store(1);
      const foreign = { ...signedBy(2), takesPlan: uuidOf(1_001) };
      expect(await signNext(foreign)).toEqual({ kind: 'plan-over' });
      const others = { ...signedBy(1, { userId: uuidOf(0xb0b), account: BOB }) };
      expect(await signNext(others)).toEqual({ kind: 'plan-over' });
      expect(await signNext(signedBy(1, { createdAt: LATER }))).toEqual({ kind: 'plan-over' });
      expect(await signNext(signedBy(1))).toMatchObject({ kind: 'signed' });
    });

    test('is deleted after it expired', async () => {
      await store(1);
      await plans().sweep(LATER);
      expect(await plans().find(alice, uuidOf(1))).not.toBeNull();
      await plans().sweep(new Date(LATER.getTime() + 1));
      expect(await plans().find(alice, uuidOf(1))).toBeNull();
    });

    test('of a user who was removed is not stored', async () => {
      await repository().removeUser(OWNER);
      expect(await store(1)).toBe(false);
      expect(await plans().find(alice, uuidOf(1))).toBeNull();
    });
  });

  describe('a plan of a private balance', () => {
    const storePrivate = (n: number, privateAddress?: PrivateAddress) =>
      plans().store(alice, privatePlanOf(n, privateAddress));
    const stateOf = async (n: number) => (await plans().find(alice, uuidOf(n)))?.state;

    test('is read as it was stored, by its user alone', async () => {
      expect(await storePrivate(1)).toBe(true);
      const known = { ...privatePlanOf(1), state: 'waiting' };
      expect(await plans().find(alice, uuidOf(1))).toEqual(known);
      expect(await plans().list(alice)).toEqual([known]);
      expect(await plans().find(bob, uuidOf(1))).toBeNull();
      expect(await plans().list(bob)).toEqual([]);
    });

    test('is listed with those of the public balance, newest first', async () => {
      await storePrivate(1);
      await store(2);
      await storePrivate(3, '0zk1other' as PrivateAddress);
      const ids = (await plans().list(alice)).map(({ id }) => id);
      expect(ids).toEqual([3, 2, 1].map((n) => uuidOf(1_000 + n)));
    });

    test('is cancelled by its user while it waits', async () => {
      await storePrivate(1);
      expect(await plans().cancel(bob.userId, uuidOf(1), START)).toBe(false);
      expect(await plans().cancel(OWNER, uuidOf(1), LATER)).toBe(false);
      expect(await plans().cancel(OWNER, uuidOf(1), START)).toBe(true);
      expect(await plans().cancel(OWNER, uuidOf(1), START)).toBe(false);
      expect(await stateOf(1)).toBe('cancelled');
    });

    test('takes the place of the one before of its private address, and of no other', async () => {
      await storePrivate(1);
      await storePrivate(2, '0zk1other' as PrivateAddress);
      await storePrivate(3);
      expect(await Promise.all([1, 2, 3].map(stateOf))).toEqual(['replaced', 'waiting', 'waiting']);
    });

    test('waits beside one of the public balance, whichever is stored first', async () => {
      await storePrivate(1);
      await store(2);
      expect([await stateOf(1), await stateOf(2)]).toEqual(['waiting', 'waiting']);
      await storePrivate(3);
      expect([await stateOf(2), await stateOf(3)]).toEqual(['waiting', 'waiting']);
      expect(await signNext(signedBy(2))).toMatchObject({ kind: 'signed' });
      expect(await stateOf(3)).toBe('waiting');
    });

    test('of which many are made at the same moment, one waits', async () => {
      await Promise.all(Array.from({ length: 20 }, (_, n) => storePrivate(n + 1)));
      const states = await statesOf(alice);
      expect(states.filter((state) => state === 'waiting')).toHaveLength(1);
      expect(states).toHaveLength(20);
    });

    test('of a user who was removed is not stored', async () => {
      await repository().removeUser(OWNER);
      expect(await storePrivate(1)).toBe(false);
      expect(await plans().find(alice, uuidOf(1))).toBeNull();
    });
  });

  describe('the nonces of a plan', () => {
    test('are those that its signatures would be stored under, and nothing is taken', async () => {
      const first = requestOf(1, { needsApproval: true });
      expect(await planNext(first)).toEqual({
        ...{ kind: 'planned', nonce: 1, approvalNonce: 0, resetNonce: null },
      });
      expect(await planNext(requestOf(1))).toMatchObject({ kind: 'planned', nonce: 0 });
      expect(await signNext(requestOf(1))).toMatchObject({ kind: 'signed' });
      expect(await planNext(requestOf(2))).toMatchObject({ kind: 'planned', nonce: 1 });
      expect(await planNext(requestOf(1))).toMatchObject({ kind: 'exists' });
    });
  });
}
