/** A time during which no more than this leaves. */
export interface Hold {
  readonly until: Date;
  /** US cents. */
  readonly most: bigint;
  /** What left since it began, whoever approved it, US cents. */
  readonly spent: bigint;
}

/** What decides whether a payment may leave. Money in US cents. */
export interface PaymentFacts {
  /** Rounded up; null when its token has no price. */
  readonly cents: bigint | null;
  /** What left within a day and was not approved. */
  readonly dayTotal: bigint;
  readonly limit: bigint;
  readonly hasFactor: boolean;
  readonly isKnownRecipient: boolean;
  readonly isFrozen: boolean;
  /** After a reset of the password; null when it is over or was ended. */
  readonly resetHold: Hold | null;
  /** Of a device that signed in for the first time; null when that is long ago. */
  readonly newDevice: Hold | null;
}

/** Why a payment has to be approved. */
export type PaymentReason = 'reset-hold' | 'new-device' | 'above-limit' | 'new-recipient';

export type HoldRefusal = 'held-after-reset' | 'held-new-device';

/** What has to happen before a payment may leave. */
export type PaymentRuling =
  | { readonly kind: 'admit' }
  | {
      readonly kind: 'approve';
      /** The strictest first; never empty. */
      readonly reasons: readonly PaymentReason[];
      /** Of the daily limit before this payment, US cents. */
      readonly limitLeft: bigint;
      /** What it is refused with where nothing may approve it: a hold gives way to some passkeys alone. */
      readonly otherwise: { readonly code: HoldRefusal; readonly until: Date } | null;
    }
  | { readonly kind: 'refuse'; readonly code: 'account-frozen' }
  | { readonly kind: 'refuse'; readonly code: HoldRefusal; readonly until: Date };

/** @returns whether a payment may leave, has to be approved first, or is refused, and until when */
export function rulePayment(facts: PaymentFacts): PaymentRuling {
  if (facts.isFrozen) return { kind: 'refuse', code: 'account-frozen' };
  const held = heldBy(facts);
  if (!facts.hasFactor) return held === null ? { kind: 'admit' } : { kind: 'refuse', ...held };
  const reasons = reasonsOf(facts);
  if (reasons.length === 0) return { kind: 'admit' };
  const { limit, dayTotal } = facts;
  const limitLeft = dayTotal < limit ? limit - dayTotal : 0n;
  return { kind: 'approve', reasons, limitLeft, otherwise: held };
}

/** The hold after a reset comes first: it is the longer one. */
function heldBy({ cents, resetHold, newDevice }: PaymentFacts) {
  if (isAbove(resetHold, cents))
    return { code: 'held-after-reset', until: resetHold.until } as const;
  if (isAbove(newDevice, cents))
    return { code: 'held-new-device', until: newDevice.until } as const;
  return null;
}

function reasonsOf(facts: PaymentFacts): readonly PaymentReason[] {
  const { cents, dayTotal, limit, isKnownRecipient, resetHold, newDevice } = facts;
  return [
    ...(isAbove(resetHold, cents) ? (['reset-hold'] as const) : []),
    ...(isAbove(newDevice, cents) ? (['new-device'] as const) : []),
    ...(cents === null || dayTotal + cents > limit ? (['above-limit'] as const) : []),
    ...(isKnownRecipient ? [] : (['new-recipient'] as const)),
  ];
}

/** What has no price may be worth more than any hold allows. */
function isAbove(hold: Hold | null, cents: bigint | null): hold is Hold {
  return hold !== null && (cents === null || hold.spent + cents > hold.most);
}
