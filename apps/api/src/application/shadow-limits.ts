import {
  type AttemptLimits,
  type AttemptRule,
  type CountedLimits,
  secondsAfter,
} from '../ports/attempt-limits.ts';
import { type MemoryWindow, MOST_KEYS, makeRoomIn } from './memory-quotas.ts';

interface Shadow extends MemoryWindow {
  blockedUntilMs: number;
}

/** An attempt that the store has allowed. */
interface Allowed {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly nowMs: number;
  /** Where the store says that the window ends, and no later than one that begins now. */
  readonly endsMs: number;
}

/** Clocks of two processes differ by less. */
const SKEW_MS = 1_000;

/**
 * Counts in the memory of this process what the store allows, and refuses what it has itself counted beyond the limit:
 * whoever can write to the store can set its counters back. The windows are the store's, as long as they follow one
 * another as those of an honest store do, so that what this process counts is never more than an honest store has
 * counted. Only when other processes clear a counter or give attempts back, this one may refuse longer: until its own
 * window ends.
 * @param mostKeys only tests pass it
 */
export function createShadowLimits(stored: CountedLimits, mostKeys = MOST_KEYS): AttemptLimits {
  const shadows = new Map<string, Shadow>();
  return {
    async take(key, rule, now) {
      const { wait, windowEndsAt } = await stored.take(key, rule, now);
      if (wait > 0) return wait;
      const allowed = allowedOf({ key, limit: rule.free, rule, now, windowEndsAt });
      return takeIn(shadows, mostKeys, { allowed, rule });
    },
    async takeQuota(key, rule, now) {
      const { wait, windowEndsAt } = await stored.takeQuota(key, rule, now);
      if (wait > 0) return wait;
      const allowed = allowedOf({ key, limit: rule.most, rule, now, windowEndsAt });
      return takeQuotaIn(shadows, mostKeys, allowed);
    },
    async count(key, rule, now) {
      const { count, windowEndsAt } = await stored.count(key, rule, now);
      const allowed = allowedOf({ key, limit: rule.free, rule, now, windowEndsAt });
      return Math.max(count, countIn(shadows, mostKeys, { allowed, rule }));
    },
    async giveBack(key) {
      const shadow = shadows.get(key);
      if (shadow !== undefined) {
        shadow.count = Math.max(0, shadow.count - 1);
        shadow.blockedUntilMs = 0;
      }
      await stored.giveBack(key);
    },
    async clear(key) {
      shadows.delete(key);
      await stored.clear(key);
    },
    sweep: (now) => stored.sweep(now),
  };
}

function allowedOf({
  key,
  limit,
  rule: { windowMs },
  now,
  windowEndsAt,
}: {
  readonly key: string;
  readonly limit: number;
  readonly rule: { readonly windowMs: number };
  readonly now: Date;
  readonly windowEndsAt: Date | null;
}): Allowed {
  const nowMs = now.getTime();
  const latestMs = nowMs + windowMs + SKEW_MS;
  const endsMs = Math.min(windowEndsAt?.getTime() ?? latestMs, latestMs);
  return { key, limit, windowMs, nowMs, endsMs };
}

/** @returns 0 after counting it, or the seconds to wait */
function takeIn(
  shadows: Map<string, Shadow>,
  mostKeys: number,
  { allowed, rule }: { readonly allowed: Allowed; readonly rule: AttemptRule },
): number {
  const { nowMs } = allowed;
  const known = shadows.get(allowed.key);
  if (known !== undefined && known.blockedUntilMs > nowMs) {
    return Math.ceil((known.blockedUntilMs - nowMs) / 1_000);
  }
  if (known === undefined || isNextWindow(known, allowed)) return begin(shadows, mostKeys, allowed);
  addTo(known, allowed, rule);
  known.blockedUntilMs =
    known.count >= rule.free ? nowMs + 1_000 * secondsAfter(known.count, rule) : 0;
  return 0;
}

/** @returns how many there were, this one included */
function countIn(
  shadows: Map<string, Shadow>,
  mostKeys: number,
  { allowed, rule }: { readonly allowed: Allowed; readonly rule: AttemptRule },
): number {
  const known = shadows.get(allowed.key);
  if (known === undefined || isNextWindow(known, allowed)) {
    begin(shadows, mostKeys, allowed);
    return 1;
  }
  addTo(known, allowed, rule);
  return known.count;
}

function addTo(known: Shadow, { nowMs, windowMs, endsMs }: Allowed, { free }: AttemptRule): void {
  const slidMs = known.count >= free ? nowMs + windowMs : known.endsMs;
  known.count += 1;
  known.endsMs = Math.max(known.endsMs, slidMs, endsMs);
}

/** @returns 0 after counting it, or the seconds until the window ends */
function takeQuotaIn(shadows: Map<string, Shadow>, mostKeys: number, allowed: Allowed): number {
  const known = shadows.get(allowed.key);
  if (known === undefined || isNextWindow(known, allowed)) return begin(shadows, mostKeys, allowed);
  if (known.count >= allowed.limit) {
    return Math.max(1, Math.ceil((known.endsMs - allowed.nowMs) / 1_000));
  }
  known.count += 1;
  return 0;
}

/** A window of an honest store begins when the one before it has ended, and lasts as long as the rule says. */
function isNextWindow(known: Shadow, { windowMs, endsMs }: Allowed): boolean {
  return endsMs >= known.endsMs + windowMs;
}

function begin(
  shadows: Map<string, Shadow>,
  mostKeys: number,
  { key, limit, nowMs, endsMs }: Allowed,
): 0 {
  shadows.delete(key);
  makeRoomIn(shadows, mostKeys, new Date(nowMs));
  shadows.set(key, { count: 1, most: limit, endsMs: Math.max(endsMs, nowMs), blockedUntilMs: 0 });
  return 0;
}
