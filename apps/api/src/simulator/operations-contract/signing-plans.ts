import { describe, expect, test } from 'vitest';
import { ALICE, BOB } from '#testing/network';
import { START, uuidOf } from '#testing/operation';
import type { SigningRequest } from '../../ports/operations.ts';
import type { OwnSeals } from '../../ports/own-seals.ts';
import type { PlanOwner, SigningPlan } from '../../ports/signing-plans.ts';
import { detailsOf, type EmptyRepository, LEASE_MS, requestOf, sign } from './steps.ts';

const LATER = new Date(START.getTime() + 120_000);
const OWNER = uuidOf(0xa11ce);

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
