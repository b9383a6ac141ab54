import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitAt, NO_PROTECTION, resetHoldEnd, unfreezingBefore, withLimit } from './protection.ts';

const now = new Date('2026-11-25T12:00:00Z');
const raisedAt = new Date('2026-11-26T12:00:00Z');
const at = { configured: 50_000n, now, raisedAt };
const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });

describe('a daily limit', () => {
  it('is lowered immediately and raised only later, whatever was set before', () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 8 }), (wanted) => {
        let protection = NO_PROTECTION;
        let lowest = at.configured;
        for (const each of wanted) {
          protection = withLimit(protection, each, at);
          lowest = each < lowest ? each : lowest;
          expect(limitAt(protection, at.configured, now)).toBe(lowest);
        }
        expect(limitAt(protection, at.configured, raisedAt)).toBe(wanted.at(-1));
      }),
    );
  });
});

describe('the hold after a reset', () => {
  const resetAt = new Date('2026-11-25T00:00:00Z');
  const lasts = { lastsMs: 24 * 3_600_000, now };

  it('lasts a day unless a passkey ended this very one', () => {
    const end = new Date('2026-11-26T00:00:00Z');
    expect(resetHoldEnd(NO_PROTECTION, resetAt, lasts)).toEqual(end);
    expect(resetHoldEnd({ liftedResetAt: resetAt }, resetAt, lasts)).toBeNull();
    expect(resetHoldEnd({ liftedResetAt: new Date(0) }, resetAt, lasts)).toEqual(end);
    expect(resetHoldEnd(NO_PROTECTION, null, lasts)).toBeNull();
    expect(resetHoldEnd(NO_PROTECTION, resetAt, { ...lasts, now: end })).toBeNull();
  });
});

describe('unfreezing', () => {
  it('takes a passkey of long enough before, or any where the account itself was changed', () => {
    expect(unfreezingBefore(now, 3_600_000)).toEqual(new Date('2026-11-25T11:00:00Z'));
    expect(unfreezingBefore(new Date(0), 3_600_000)).toBeNull();
  });
});
