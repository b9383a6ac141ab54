import { describe, expect, test } from 'vitest';
import { START, uuidOf } from '#testing/operation';
import type { OwnSeals } from '../../ports/own-seals.ts';
import type { PrivateSigningPlan } from '../../ports/signing-plans.ts';
import { msAfter, requestOf, type StepChoices, userOf } from '../private-transaction-steps.ts';
import type { Opened } from './opened.ts';

const TAG = 'ef'.repeat(32);
const EXPIRES_MS = 120_000;

/** Seals that hide nothing. */
const seals: OwnSeals = {
  seal: (_place, text) => Buffer.from(text),
  open: (_place, sealed) => ({ ok: true, text: Buffer.from(sealed).toString('utf8') }),
  tag: (text) => Buffer.from(text),
};

/** The plan of payment `n`, which has the id that `planId` returns. */
function planOf(n: number, choices: StepChoices = {}): PrivateSigningPlan {
  const { details, terms, idempotencyKey } = requestOf(n, 'unshield', choices);
  const { sealedMessage: _message, sealedPlan: _plan, ...planned } = terms;
  return {
    ...{ id: planId(n), details },
    notes: { terms: planned, toSign: { parts: [], adaptRandom: null }, stored: 'notes' },
    request: { call: 'unshield', body: {}, idempotencyKey },
    ...{ admittedAt: null, expiresAt: msAfter(EXPIRES_MS) },
  };
}

function planId(n: number): string {
  return uuidOf(1_000 + n);
}

/** What every repository promises of payments that their owners signed. */
export function describeOwners(open: () => Opened): void {
  const offer = (n: number, choices: StepChoices = {}) =>
    open().signingPlans.store({ userId: choices.userId ?? userOf(n), seals }, planOf(n, choices));
  const storeSigned = (n: number, choices: StepChoices = {}) =>
    open().store(n, { takesPlan: planId(n), ...choices });
  const stateOf = async (n: number) =>
    (await open().signingPlans.find({ userId: userOf(n), seals }, uuidOf(n)))?.state;
  const cancelPlan = (n: number) => open().signingPlans.cancel(userOf(n), uuidOf(n), START);

  describe('of the plan that it is of', () => {
    test('one is stored, and ends it', async () => {
      await offer(1);
      expect(await stateOf(1)).toBe('waiting');
      expect(await storeSigned(1)).toMatchObject({ kind: 'stored' });
      expect(await stateOf(1)).toBe('signed');
    });

    test('a repeat is the same operation', async () => {
      await offer(1);
      await storeSigned(1);
      expect(await storeSigned(1)).toMatchObject({ kind: 'exists', operation: { id: uuidOf(1) } });
    });

    test('one is stored once, also under another key and after the first one has ended', async () => {
      await offer(1);
      const keys = Array.from({ length: 20 }, (_, n) => `key ${n}`);
      const outcomes = await Promise.all(keys.map((key) => storeSigned(1, { key })));
      expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(1);
      await open().privateTransactions.cancel(userOf(1), uuidOf(1), START);
      expect(await storeSigned(1, { key: 'another' })).toEqual({ kind: 'plan-over' });
    });

    test('one is stored, or the plan is cancelled', async () => {
      for (let n = 1; n <= 10; n += 1) {
        await offer(n);
        const [stored, isCancelled] = await Promise.all([storeSigned(n), cancelPlan(n)]);
        expect([stored.kind === 'stored', isCancelled].filter(Boolean)).toHaveLength(1);
        expect(await stateOf(n)).toBe(isCancelled ? 'cancelled' : 'signed');
      }
    });

    test('what was sealed is proved', async () => {
      await offer(1);
      const sealedPlan = Buffer.from([1, 0, 255, 7]);
      await storeSigned(1, { sealedPlan });
      const { terms } = await open().claimed();
      expect(Buffer.from(terms.sealedPlan ?? [])).toEqual(sealedPlan);
    });

    test('nothing is sealed where Kax has the keys', async () => {
      await open().store(1);
      expect((await open().claimed()).terms.sealedPlan).toBeNull();
    });
  });

  describe('is refused, and nothing is stored, where its plan', () => {
    test.each([
      ['has expired', async () => {}, { ms: EXPIRES_MS }],
      ['was cancelled', async () => void (await cancelPlan(1)), {}],
      ['was replaced', async () => void (await offer(2, { userId: userOf(1) })), {}],
      ['was deleted', async () => void (await open().signingPlans.sweep(msAfter(10 ** 9))), {}],
      ['is that of another payment', () => Promise.resolve(), { takesPlan: planId(3) }],
      ['is that of another user', () => Promise.resolve(), { takesPlan: planId(4) }],
    ] satisfies readonly (readonly [string, () => Promise<void>, StepChoices])[])(
      '%s',
      async (_how, end, choices) => {
        await open().addPaymentRequest(TAG, { expiresAt: msAfter(10 ** 9) });
        await open().consolidate(1);
        await offer(3, { chainId: 10, userId: userOf(1) });
        await offer(4);
        await offer(1);
        await end();
        const key = 'signed';
        const refused = await storeSigned(1, { key, paymentRequest: TAG, ...choices });
        expect(refused).toEqual({ kind: 'plan-over' });
        expect(await open().find(1)).toBeNull();
        expect(await open().privateTransactions.waiting()).toBe(0);
        expect(await open().claim()).toMatchObject({ terms: { kind: 'consolidation' } });
        // Someone else may pay what this one would have paid.
        expect(await open().store(9, { paymentRequest: TAG })).toMatchObject({ kind: 'stored' });
      },
    );
  });

  test('what is refused for something else leaves its plan waiting', async () => {
    await offer(1);
    await open().store(2, { userId: userOf(1) });
    expect(await storeSigned(1)).toEqual({ kind: 'open', operationId: uuidOf(2) });
    await open().privateTransactions.cancel(userOf(1), uuidOf(2), START);
    expect(await storeSigned(1, { paymentRequest: TAG })).toEqual({ kind: 'request-over' });
    await open().freezes.freeze(userOf(1), START);
    expect(await storeSigned(1)).toEqual({ kind: 'frozen' });
    await open().unfreeze(userOf(1));
    expect(await stateOf(1)).toBe('waiting');
    expect(await storeSigned(1)).toMatchObject({ kind: 'stored' });
  });

  describe('what would keep it from being stored', () => {
    const obstacle = (n: number) => open().privateTransactions.obstacle(userOf(n));

    test('is nothing at first, and no payment of someone else', async () => {
      await open().store(2);
      expect(await obstacle(1)).toBeNull();
    });

    test('is another payment of its user, until that ends', async () => {
      await open().store(1);
      expect(await obstacle(1)).toEqual({ kind: 'open', operationId: uuidOf(1) });
      await open().privateTransactions.cancel(userOf(1), uuidOf(1), START);
      expect(await obstacle(1)).toBeNull();
    });

    test('is no consolidation', async () => {
      await open().consolidate(1);
      expect(await obstacle(1)).toBeNull();
    });

    test('is a full queue', async () => {
      for (let n = 1; n <= 39; n += 1) await open().store(n);
      expect(await obstacle(50)).toBeNull();
      await open().store(40);
      expect(await obstacle(50)).toEqual({ kind: 'queue-full' });
      expect(await open().store(50)).toEqual({ kind: 'queue-full' });
      expect(await obstacle(7)).toEqual({ kind: 'open', operationId: uuidOf(7) });
    });
  });
}
