/** A user's own limit, and what is frozen, lifted and pending. Money in US cents. */
export interface Protection {
  /** Null for the configured one. */
  readonly dailyLimit: bigint | null;
  /** A higher limit that is not in effect yet. */
  readonly raise: { readonly cents: bigint; readonly at: Date } | null;
  /** Null while money may leave. */
  readonly frozenAt: Date | null;
  /** The hold of the reset at this time was ended by a passkey. */
  readonly liftedResetAt: Date | null;
  /** When all second factors are removed, as an owner requested who lost them. */
  readonly factorsRemovedAt: Date | null;
  /** When the reminder of what the account lacks was dismissed. */
  readonly remindedAt: Date | null;
}

/** Of an account that nothing was set for. */
export const NO_PROTECTION: Protection = {
  dailyLimit: null,
  raise: null,
  frozenAt: null,
  liftedResetAt: null,
  factorsRemovedAt: null,
  remindedAt: null,
};

/** @returns the limit in effect, US cents */
export function limitAt(
  { dailyLimit, raise }: Pick<Protection, 'dailyLimit' | 'raise'>,
  configured: bigint,
  now: Date,
): bigint {
  if (raise !== null && raise.at <= now) return raise.cents;
  return dailyLimit ?? configured;
}

/** @returns the protection with another limit: a lower one now, a higher one from `raisedAt` on */
export function withLimit(
  protection: Protection,
  cents: bigint,
  {
    configured,
    now,
    raisedAt,
  }: { readonly configured: bigint; readonly now: Date; readonly raisedAt: Date },
): Protection {
  const current = limitAt(protection, configured, now);
  return cents > current
    ? { ...protection, dailyLimit: current, raise: { cents, at: raisedAt } }
    : { ...protection, dailyLimit: cents, raise: null };
}

/**
 * Of a frozen account: a factor that was added `ageMs` earlier, or more, was there long enough for its owner to notice
 * one that isn't theirs.
 * @returns from before when a factor is trusted; null for all, as where something else changed the account, which counts as frozen
 * since the beginning of time
 */
export function unfreezingBefore(frozenAt: Date, ageMs: number): Date | null {
  return frozenAt.getTime() > 0 ? new Date(frozenAt.getTime() - ageMs) : null;
}

/** @returns true when the removal of lost factors is due: from then on, there are none */
export function areFactorsGone({ factorsRemovedAt }: Protection, now: Date): boolean {
  return factorsRemovedAt !== null && factorsRemovedAt <= now;
}

/** @returns when the hold after a reset ends; null when there is none, or a passkey ended it */
export function resetHoldEnd(
  { liftedResetAt }: Pick<Protection, 'liftedResetAt'>,
  resetAt: Date | null,
  { lastsMs, now }: { readonly lastsMs: number; readonly now: Date },
): Date | null {
  if (resetAt === null || liftedResetAt?.getTime() === resetAt.getTime()) return null;
  const end = new Date(resetAt.getTime() + lastsMs);
  return end > now ? end : null;
}
