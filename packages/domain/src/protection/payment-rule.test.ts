import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentCents } from './payment-cents.ts';
import { type Hold, type PaymentFacts, rulePayment } from './payment-rule.ts';

const until = new Date('2026-11-25T12:00:00Z');
const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
const hold: fc.Arbitrary<Hold | null> = fc.option(
  fc.record({ until: fc.constant(until), most: cents, spent: cents }),
);
const anyFacts: fc.Arbitrary<PaymentFacts> = fc.record({
  cents: fc.option(cents),
  dayTotal: cents,
  limit: cents,
  hasFactor: fc.boolean(),
  isKnownRecipient: fc.boolean(),
  isFrozen: fc.boolean(),
  resetHold: hold,
  newDevice: hold,
});
const plain: PaymentFacts = {
  cents: 100n,
  dayTotal: 0n,
  limit: 50_000n,
  hasFactor: true,
  isKnownRecipient: true,
  isFrozen: false,
  resetHold: null,
  newDevice: null,
};
const held = (spent: bigint, most = 5_000n): Hold => ({ until, most, spent });

describe('what a payment needs', () => {
  it('leaves a frozen account under no circumstances', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(rulePayment({ ...facts, isFrozen: true })).toEqual({
          kind: 'refuse',
          code: 'account-frozen',
        });
      }),
    );
  });

  it('asks nothing of an account without a second factor that no hold is on', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const free = {
          ...facts,
          hasFactor: false,
          isFrozen: false,
          resetHold: null,
          newDevice: null,
        };
        expect(rulePayment(free)).toEqual({ kind: 'admit' });
      }),
    );
  });

  it('admits no more than a hold allows, with or without a factor', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (rulePayment(facts).kind !== 'admit') return;
        for (const each of [facts.resetHold, facts.newDevice]) {
          if (each === null) continue;
          expect(facts.cents).not.toBeNull();
          expect(each.spent + (facts.cents ?? 0n)).toBeLessThanOrEqual(each.most);
        }
      }),
    );
  });

  it('admits no more than the limit of a day, and no one new, without an approval', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (!facts.hasFactor || rulePayment(facts).kind !== 'admit') return;
        expect(facts.isKnownRecipient).toBe(true);
        expect(facts.dayTotal + (facts.cents ?? facts.limit + 1n)).toBeLessThanOrEqual(facts.limit);
      }),
    );
  });

  it('is no easier for a larger payment', () => {
    const strictness = { admit: 0, approve: 1, refuse: 2 };
    fc.assert(
      fc.property(anyFacts, cents, (facts, more) => {
        if (facts.cents === null) return;
        const larger = rulePayment({ ...facts, cents: facts.cents + more });
        const smaller = rulePayment(facts);
        expect(strictness[larger.kind]).toBeGreaterThanOrEqual(strictness[smaller.kind]);
      }),
    );
  });

  it.each([
    ['the limit itself', { cents: 50_000n }, 'admit'],
    ['a cent above the limit', { cents: 50_001n }, 'approve'],
    ['a cent that makes the day’s total larger', { cents: 1n, dayTotal: 50_000n }, 'approve'],
    ['a recipient never paid before', { isKnownRecipient: false }, 'approve'],
    ['a token without a price', { cents: null }, 'approve'],
    ['a token without a price, without a factor', { cents: null, hasFactor: false }, 'admit'],
    ['the rest of a hold', { cents: 2_000n, hasFactor: false, resetHold: held(3_000n) }, 'admit'],
    ['a cent more', { cents: 2_001n, hasFactor: false, resetHold: held(3_000n) }, 'refuse'],
    ['no price in a hold', { cents: null, hasFactor: false, newDevice: held(0n) }, 'refuse'],
  ] as const)('%s', (_what, change, kind) => {
    expect(rulePayment({ ...plain, ...change }).kind).toBe(kind);
  });

  it('names every reason, and what a hold refuses it with', () => {
    const facts = {
      cents: null,
      isKnownRecipient: false,
      resetHold: held(0n),
      newDevice: held(0n),
    };
    expect(rulePayment({ ...plain, ...facts })).toEqual({
      kind: 'approve',
      reasons: ['reset-hold', 'new-device', 'above-limit', 'new-recipient'],
      limitLeft: plain.limit - plain.dayTotal,
      otherwise: { code: 'held-after-reset', until },
    });
    const spent = rulePayment({ ...plain, ...facts, dayTotal: plain.limit + 1n });
    expect(spent).toMatchObject({ limitLeft: 0n });
  });
});

describe('what a payment counts as', () => {
  it('rounds up, so that no number of small payments is free', () => {
    expect(paymentCents(1n, 6, 1)).toBe(1n);
    expect(paymentCents(10_000n, 6, 1)).toBe(1n);
    expect(paymentCents(10_001n, 6, 1)).toBe(2n);
    expect(paymentCents(500_000_000n, 6, 1)).toBe(50_000n);
    expect(paymentCents(1n, 24, 1)).toBe(1n);
    expect(paymentCents(0n, 6, 1)).toBe(0n);
  });

  it('counts parts as at least the whole', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
    fc.assert(
      fc.property(
        units,
        units,
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        (one, other, price) => {
          const whole = paymentCents(one + other, 18, price);
          const parts = paymentCents(one, 18, price) + paymentCents(other, 18, price);
          expect(parts).toBeGreaterThanOrEqual(whole);
        },
      ),
    );
  });
});
